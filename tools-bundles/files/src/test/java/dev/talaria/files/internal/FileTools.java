package dev.talaria.files.internal;

import dev.talaria.files.internal.workspace.FileAccess;
import dev.talaria.files.internal.workspace.FilesConfiguration;
import dev.talaria.guard.paths.RuntimeFolders;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The tools over one access, with their defaults at hand. */
final class FileTools {
  final FileAccess access;
  final ReadFile read;
  final WriteFile write;
  final Patch patch;
  final SearchFiles search;

  FileTools(Path base, Map<String, Object> configured) {
    access =
        new FileAccess(
            new RuntimeFolders(
                Optional.of(base.resolve("home")), Optional.of(base.resolve("work/dist"))),
            base.resolve("user"),
            configuration(configured));
    read = new ReadFile(access);
    write = new WriteFile(access);
    patch = new Patch(access);
    search = new SearchFiles(access);
  }

  /** A configuration with the defaults of its definition. */
  static FilesConfiguration configuration(Map<String, Object> values) {
    return (FilesConfiguration)
        Proxy.newProxyInstance(
            FilesConfiguration.class.getClassLoader(),
            new Class<?>[] {FilesConfiguration.class},
            (proxy, method, arguments) ->
                method.getName().equals("annotationType")
                    ? (Class<? extends Annotation>) FilesConfiguration.class
                    : values.getOrDefault(method.getName(), method.getDefaultValue()));
  }

  ReadFile.Result read(TestContext context, String path) throws Exception {
    return read.call(new ReadFile.Args(path, 1, 500), context);
  }

  WriteFile.Result write(TestContext context, String path, String content) throws Exception {
    return write.call(new WriteFile.Args(path, content), context);
  }

  Patch.Result patch(TestContext context, String path, String from, String to) throws Exception {
    return patch(context, path, from, to, false);
  }

  Patch.Result patch(TestContext context, String path, String from, String to, boolean all)
      throws Exception {
    return patch.call(
        new Patch.Args(
            Patch.Mode.replace,
            Optional.of(path),
            Optional.of(from),
            Optional.of(to),
            all,
            Optional.empty()),
        context);
  }

  static SearchFiles.Args content(String pattern) {
    return new SearchFiles.Args(
        pattern,
        SearchFiles.Target.content,
        ".",
        Optional.empty(),
        50,
        0,
        SearchFiles.OutputMode.content,
        0);
  }

  static SearchFiles.Args names(String pattern) {
    return new SearchFiles.Args(
        pattern,
        SearchFiles.Target.files,
        ".",
        Optional.empty(),
        50,
        0,
        SearchFiles.OutputMode.content,
        0);
  }
}
