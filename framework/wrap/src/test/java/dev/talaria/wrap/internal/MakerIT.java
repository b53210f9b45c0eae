package dev.talaria.wrap.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of plain JARs and of sources, by bnd and a compiler in its own process. */
class MakerIT {
  private static final String GREET =
      "import dev.talaria.api.*;\n"
          + "@ToolSpec(name = \"greet\", toolset = \"demo\", description = \"Greets.\")\n"
          + "public final class Greet implements Tool<Greet.Args> {\n"
          + "  public record Args(String name) {}\n"
          + "  @Override public Object call(Args args, ToolContext context) {\n"
          + "    return \"Hello \" + args.name();\n"
          + "  }\n"
          + "}\n";

  @TempDir private Path folder;
  private Maker maker;
  private Path target;

  @BeforeEach
  void makeAMaker() {
    maker = new Maker(folder.resolve("work"));
    target = folder.resolve("made.jar");
  }

  @Test
  void aSourceBecomesABundleWithItsTool() throws Exception {
    assertThat(source(GREET)).isEmpty();

    assertThat(headers())
        .containsEntry("Bundle-SymbolicName", "source.greet")
        .containsEntry("Bundle-ManifestVersion", "2")
        .containsEntry("Service-Component", "OSGI-INF/source.greet.Greet.xml")
        .doesNotContainKey("Export-Package");
    assertThat(headers().get("Import-Package")).isEqualTo("dev.talaria.api;version=\"[1.0,2)\"");
    assertThat(headers().get("Provide-Capability"))
        .contains(
            ",dev.talaria.tool;class=\"source.greet.Greet\";dev.talaria.tool=greet;override=false;"
                + "schema=\"OSGI-INF/tools/greet.json\";toolset=demo");
    assertThat(entry("OSGI-INF/source.greet.Greet.xml"))
        .contains("name=\"tool.name\"", "value=\"greet\"", "dev.talaria.api.Tool");
    assertThat(folder.resolve("work")).isDirectoryNotContaining("glob:**source-*");
  }

  @Test
  void theSameContentGivesTheSameBytes() throws Exception {
    source(GREET);
    byte[] first = Files.readAllBytes(target);
    maker = new Maker(folder.resolve("other"));
    source(GREET);

    assertThat(Files.readAllBytes(target)).isEqualTo(first);
    assertThat(maker.edition()).matches("[0-9a-f]{8}");
  }

  @Test
  void whatDoesNotCompileIsToldByFileLineAndColumn() throws Exception {
    assertThat(source(GREET.replace("args.name()", "args.name(")))
        .singleElement()
        .asString()
        .startsWith("greet.java:6:33: ");
    assertThat(target).doesNotExist();
  }

  @Test
  void aSourceThatTheCompilerCannotBearEndsInAProblem() throws Exception {
    // Each constant is twice the one before, folded by the compiler.
    StringBuilder constants = new StringBuilder("  static final String S0 = \"0123456789\";\n");
    for (int i = 1; i < 40; i++) {
      constants.append("  static final String S%d = S%d + S%d;\n".formatted(i, i - 1, i - 1));
    }
    String nested = "(".repeat(30_000) + "1" + ")".repeat(30_000);

    assertThat(source(GREET.replace("  public record", constants + "  public record")))
        .singleElement()
        .asString()
        .startsWith("greet.java");
    assertThat(source(GREET.replace("args.name()", nested)))
        .singleElement()
        .asString()
        .startsWith("greet.java");
  }

  @Test
  void aPlainJarBecomesABundleWithItsTools() throws Exception {
    Path jar = jar(compiled(GREET.replace("import", "package com.example; import"), true));

    assertThat(plain(jar)).isEmpty();

    assertThat(headers())
        .containsEntry("Bundle-SymbolicName", "plain.greet")
        .containsEntry("Bundle-Version", "1.2.0");
    assertThat(headers().get("Provide-Capability")).contains("dev.talaria.tool=greet");
    assertThat(headers().get("Import-Package")).isEqualTo("dev.talaria.api;version=\"[1.0,2)\"");
  }

  @Test
  void whatLibrariesInItReferToIsOptional() throws Exception {
    Map<String, byte[]> entries =
        compiled(
            GREET.replace("import", "package com.example; import javax.xml.parsers.*; import"),
            true);
    entries.putAll(
        compiled("package org.library; public class Uses { javax.sql.DataSource source; }", false));
    entries.putAll(
        compiled(
            "package com.example.deep; public class Uses { javax.naming.Context context; }",
            false));

    assertThat(plain(jar(entries))).isEmpty();

    assertThat(headers().get("Import-Package"))
        .contains("javax.sql;resolution:=optional")
        .contains("javax.naming")
        .doesNotContain("javax.naming;resolution");
  }

  @Test
  void onlyTheBaseOfAMultiReleaseJarAndNoSignatureIsTaken() throws Exception {
    Map<String, byte[]> entries =
        compiled(GREET.replace("import", "package com.example; import"), true);
    entries.put(
        "META-INF/MANIFEST.MF",
        "Manifest-Version: 1.0\nMulti-Release: true\nClass-Path: /etc/x.jar\n\n".getBytes());
    entries.put("META-INF/versions/17/com/example/Greet.class", new byte[] {1, 2, 3});
    entries.put("META-INF/OLD.SF", new byte[0]);
    entries.put("META-INF/OLD.RSA", new byte[0]);
    entries.put("module-info.class", entries.get("com/example/Greet.class"));

    assertThat(plain(jar(entries))).isEmpty();

    assertThat(headers()).doesNotContainKeys("Multi-Release", "Class-Path");
    try (JarFile made = new JarFile(target.toFile())) {
      assertThat(made.stream().map(ZipEntry::getName))
          .noneMatch(name -> name.startsWith("META-INF/versions") || name.contains("OLD."));
    }
  }

  @Test
  void annotationsOfBndAskForNothing() throws Exception {
    Path stolen = folder.resolve("stolen");
    String greet =
        GREET
            .replace("import", "package com.example; import org.osgi.annotation.bundle.*; import")
            .replace(
                "@ToolSpec",
                "@Header(name = \"-expand\", value = \""
                    + stolen
                    + "\") @Header(name = \"-savemanifest\", value = \""
                    + stolen
                    + "\") @Header(name = \"X-Home\", value = \"${env.HOME}${user.dir}\")"
                    + " @Capability(namespace = \"${system;touch "
                    + stolen
                    + "}\")\n"
                    + "@org.osgi.service.component.annotations.Component(name ="
                    + " \"x${system;touch "
                    + stolen
                    + "}${java.home}\")\n@ToolSpec");

    plain(jar(compiled(greet, true)));

    assertThat(stolen).doesNotExist();
    if (Files.exists(target)) {
      assertThat(headers().toString())
          .doesNotContain(System.getProperty("user.dir"))
          .doesNotContain(System.getProperty("java.home"));
    }
  }

  @Test
  void aJarWithoutToolsIsNone() throws Exception {
    assertThat(plain(jar(compiled("package com.example; public class Nothing {}", false))))
        .containsExactly("it has no tools: none of its classes has @ToolSpec");
    assertThat(plain(jar(new TreeMap<>(Map.of("a.txt", new byte[0])))))
        .containsExactly("it has no tools: none of its classes has @ToolSpec");
  }

  @Test
  void aToolThatTheProcessorDidNotSeeIsNotMadeUp() throws Exception {
    Map<String, byte[]> entries =
        compiled(
            GREET.replace("import", "package com.example; import").replace("\"greet\"", "\"a;b\""),
            false);

    assertThat(plain(jar(entries)))
        .singleElement()
        .asString()
        .contains("com.example.Greet", "dev.talaria:processor");
  }

  @Test
  void brokenClassesAreAProblemOrLeftOut() throws Exception {
    Map<String, byte[]> entries =
        compiled(GREET.replace("import", "package com.example; import"), true);
    byte[] whole = entries.get("com/example/Greet.class");
    entries.put("com/example/Broken.class", Arrays.copyOf(whole, whole.length / 2));

    List<String> problems = plain(jar(entries));

    assertThat(problems.isEmpty()).isEqualTo(Files.exists(target));
  }

  private List<String> source(String text) throws Exception {
    Path source = folder.resolve("a-content");
    Files.writeString(source, text);
    return maker.ofSource(source, "greet.java", "source.greet", target);
  }

  private List<String> plain(Path jar) throws Exception {
    return maker.ofPlainJar(jar, "plain.greet", "1.2.0", target);
  }

  private Path jar(Map<String, byte[]> entries) throws IOException {
    Path jar = folder.resolve("plain.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return jar;
  }

  /** Compiles one class as an author's build does; one that is a tool gets @Component. */
  private Map<String, byte[]> compiled(String text, boolean processed) throws IOException {
    String source =
        text.contains("@org.osgi.service.component.annotations.Component")
            ? text
            : text.replace(
                "@ToolSpec", "@org.osgi.service.component.annotations.Component @ToolSpec");
    String name = source.replaceAll("(?s).*?public (final )?class (\\w+).*", "$2");
    Path home = Files.createTempDirectory(folder, "author");
    Path file = Files.writeString(home.resolve(name + ".java"), source, StandardCharsets.UTF_8);
    Path classes = Files.createDirectory(home.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      assertThat(
              compiler
                  .getTask(
                      null,
                      files,
                      null,
                      List.of(processed ? "-Adev.talaria=true" : "-proc:none"),
                      null,
                      files.getJavaFileObjects(file))
                  .call())
          .isTrue();
    }
    Map<String, byte[]> entries = new TreeMap<>();
    try (var found = Files.walk(classes)) {
      for (Path path : found.filter(Files::isRegularFile).toList()) {
        entries.put(
            classes.relativize(path).toString().replace('\\', '/'), Files.readAllBytes(path));
      }
    }
    return entries;
  }

  private Map<String, String> headers() throws IOException {
    try (JarFile made = new JarFile(target.toFile())) {
      Map<String, String> headers = new TreeMap<>();
      Attributes attributes = made.getManifest().getMainAttributes();
      attributes.forEach((name, value) -> headers.put(name.toString(), value.toString()));
      return headers;
    }
  }

  private String entry(String path) throws IOException {
    try (JarFile made = new JarFile(target.toFile())) {
      return new String(
          made.getInputStream(made.getEntry(path)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
