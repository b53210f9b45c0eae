package dev.talaria.itests.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/** A home folder and a workspace for one runtime. */
public record Home(Path root, Path workspace) {
  private static final int TAIL = 60;

  /** Makes both below a test's own folder; the home itself is left to the first start. */
  public static Home in(Path folder) {
    Path workspace = folder.resolve("work");
    try {
      Files.createDirectories(workspace);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Home(folder.resolve("home"), workspace);
  }

  public Path deploy() {
    return root.resolve("deploy");
  }

  public Path etc() {
    return root.resolve("etc");
  }

  public Path runtimeRecord() {
    return root.resolve("data/runtime.json");
  }

  public String token() {
    return text(root.resolve("token")).strip();
  }

  /** Returns what the runtime has logged so far. */
  public String log() {
    Path log = root.resolve("logs/talaria.log");
    return Files.exists(log) ? text(log) : "";
  }

  /** Returns the end of the log, for messages. */
  public String logTail() {
    List<String> lines = log().lines().toList();
    return "the runtime logged last:\n"
        + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
  }

  /** Waits until the log has a line with all of these words. */
  public void awaitLogged(String... words) {
    try {
      await("a log line")
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  log().lines().anyMatch(line -> List.of(words).stream().allMatch(line::contains)));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("no log line has " + List.of(words) + "; " + logTail(), e);
    }
  }

  /** Writes a configuration before the start, or as an operator with an editor does. */
  public Home configure(String pid, String content) {
    try {
      if (!Files.exists(root)) {
        Files.createDirectory(
            root,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      Files.createDirectories(etc());
      Files.writeString(etc().resolve(pid + ".cfg"), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Puts a file into the deploy folder in one step. */
  public Path drop(Path file) {
    return drop(file, file.getFileName().toString());
  }

  /** Puts a file into the deploy folder in one step, under another name. */
  public Path drop(Path file, String as) {
    try {
      Files.createDirectories(deploy());
      Path part = deploy().resolve("." + as + ".part");
      Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING);
      return Files.move(part, deploy().resolve(as), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
