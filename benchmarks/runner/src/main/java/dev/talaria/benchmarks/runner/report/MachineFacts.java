package dev.talaria.benchmarks.runner.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the figures depend on beside the code. */
public final class MachineFacts {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  private MachineFacts() {}

  /** Returns them as a table. */
  public static String table(String command, String date) throws IOException {
    return new Table("", "")
        .row("command", "`" + command + "`")
        .row("date", date)
        .row(
            "cores",
            Runtime.getRuntime().availableProcessors()
                + line(CPU, "model name").map(model -> ", " + model).orElse(""))
        .row("memory", line(MEMORY, "MemTotal").orElse("unknown"))
        .row("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"))
        .row("Java", System.getProperty("java.vm.name") + " " + Runtime.version())
        .row("load before", load())
        .toString();
  }

  /** Returns how many threads wanted a core in the last minute. */
  public static String load() throws IOException {
    return Files.isReadable(LOAD) ? Files.readString(LOAD).split(" ")[0] : "unknown";
  }

  private static Optional<String> line(Path file, String name) throws IOException {
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }
}
