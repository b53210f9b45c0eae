package dev.talaria.terminal.internal;

import dev.talaria.guard.paths.RuntimeFolders;
import dev.talaria.terminal.internal.access.TerminalAccess;
import dev.talaria.terminal.internal.access.TerminalConfiguration;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Both tools over one access. */
final class TerminalTools {
  final TerminalAccess access;
  final Terminal terminal;
  final ProcessControl process;

  TerminalTools(Path base, Map<String, Object> configured) {
    this(base, configured, Map.of());
  }

  TerminalTools(Path base, Map<String, Object> configured, Map<String, String> environment) {
    Map<String, String> own = new HashMap<>(System.getenv());
    own.putAll(environment);
    access =
        new TerminalAccess(
            new RuntimeFolders(
                Optional.of(base.resolve("user/.talaria")), Optional.of(base.resolve("dist"))),
            base.resolve("user"),
            own,
            configuration(configured),
            configured);
    terminal = new Terminal(access);
    process = new ProcessControl(access);
  }

  static TerminalConfiguration configuration(Map<String, Object> values) {
    return (TerminalConfiguration)
        Proxy.newProxyInstance(
            TerminalConfiguration.class.getClassLoader(),
            new Class<?>[] {TerminalConfiguration.class},
            (proxy, method, arguments) ->
                method.getName().equals("annotationType")
                    ? (Class<? extends Annotation>) TerminalConfiguration.class
                    : method.getName().equals("approval")
                        ? String.valueOf(values.getOrDefault("approval", "ask"))
                        : values.getOrDefault(method.getName(), method.getDefaultValue()));
  }

  Terminal.Result run(TestContext context, String command) throws Exception {
    return run(context, command, 60);
  }

  Terminal.Result run(TestContext context, String command, int timeout) throws Exception {
    return terminal.call(new Terminal.Args(command, false, timeout, Optional.empty()), context);
  }

  Terminal.Result background(TestContext context, String command) throws Exception {
    return terminal.call(new Terminal.Args(command, true, 60, Optional.empty()), context);
  }

  ProcessControl.Result act(TestContext context, ProcessControl.Action action, String id)
      throws Exception {
    return act(context, action, id, null, 60);
  }

  ProcessControl.Result act(
      TestContext context, ProcessControl.Action action, String id, String data, int timeout)
      throws Exception {
    return process.call(
        new ProcessControl.Args(
            action,
            Optional.ofNullable(id),
            Optional.ofNullable(data),
            timeout,
            Optional.empty(),
            200),
        context);
  }
}
