package dev.talaria.ops.internal.audit;

import dev.talaria.ops.internal.json.InvalidJsonException;
import dev.talaria.ops.internal.json.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * What earlier runs left: the last lines and the last sequence number. Lines that are no events,
 * such as half of one, are passed over.
 *
 * @param lines without their ends, oldest first
 * @param lastSequence zero when there is none
 */
record RecoveredTrail(List<String> lines, long lastSequence) {
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  /** Reads the ends of the growing file and, as long as lines are wanted, of the newest old one. */
  static RecoveredTrail read(AuditFiles files, int wanted) throws IOException {
    Deque<String> lines = new ArrayDeque<>();
    long last = 0;
    for (Path file : List.of(files.file(), files.old(1))) {
      if (lines.size() >= wanted || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      List<String> end = end(file);
      for (int i = end.size() - 1; i >= 0 && lines.size() < wanted; i--) {
        OptionalLong sequence = sequence(end.get(i));
        if (sequence.isPresent()) {
          lines.addFirst(end.get(i));
          last = Math.max(last, sequence.getAsLong());
        }
      }
    }
    return new RecoveredTrail(List.copyOf(lines), last);
  }

  private static List<String> end(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, in.length() - MAX_BYTES);
      byte[] bytes = new byte[(int) (in.length() - from)];
      in.seek(from);
      in.readFully(bytes);
      List<String> lines =
          new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList());
      if (from > 0) {
        lines.remove(0);
      }
      return lines;
    }
  }

  private static OptionalLong sequence(String line) {
    try {
      return Json.read(line).path("seq").asLongOpt();
    } catch (InvalidJsonException e) {
      return OptionalLong.empty();
    }
  }
}
