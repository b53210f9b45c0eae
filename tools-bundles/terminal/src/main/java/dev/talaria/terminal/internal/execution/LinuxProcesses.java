package dev.talaria.terminal.internal.execution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What {@code /proc} tells of processes (proc(5)); nothing where there is no such folder. */
final class LinuxProcesses {
  private static final Path PROC = Path.of("/proc");

  private LinuxProcesses() {}

  /** A process and the session it is in. */
  record Entry(long pid, long session) {}

  static Stream<Entry> all() {
    if (!Files.isDirectory(PROC.resolve("self"))) {
      return Stream.empty();
    }
    List<Entry> all = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path folder : folders) {
        long pid = Long.parseLong(folder.getFileName().toString());
        stat(pid).ifPresent(fields -> all.add(new Entry(pid, Long.parseLong(fields[3]))));
      }
    } catch (IOException e) {
      // Then the other ways to find members must do.
      return Stream.empty();
    }
    return all.stream();
  }

  static boolean isZombie(long pid) {
    return stat(pid).map(fields -> fields[0].equals("Z") || fields[0].equals("X")).orElse(false);
  }

  static boolean environmentHas(long pid, String entry) {
    try {
      String all = Files.readString(PROC.resolve(pid + "/environ"), StandardCharsets.ISO_8859_1);
      return ("\0" + all).contains("\0" + entry + "\0");
    } catch (IOException e) {
      // Gone, or not ours to look at.
      return false;
    }
  }

  /** Returns the fields behind the name, which may hold anything: state, parent, group, session. */
  private static Optional<String[]> stat(long pid) {
    try {
      String line = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
      String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
      return fields.length > 3 ? Optional.of(fields) : Optional.empty();
    } catch (IOException e) {
      // It has ended meanwhile.
      return Optional.empty();
    }
  }
}
