package dev.talaria.launcher.core;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The core bundles in their order, which is the order of builtin owners.
 *
 * @param folder that holds the files
 * @param entries in order
 */
public record CoreList(Path folder, List<CoreEntry> entries) {
  /** The list's name in the folder of bundles. */
  public static final String FILE = "core.list";

  private static final Pattern LINE =
      Pattern.compile("([1-9][0-9]{0,2}) ([0-9a-f]{64}) ([A-Za-z0-9][A-Za-z0-9._+-]*\\.jar)");

  public CoreList {
    entries = List.copyOf(entries);
  }

  /**
   * Reads the list of a folder.
   *
   * @throws RefusedException if it is missing or a line is none of this list
   */
  public static CoreList read(Path folder) {
    Path file = folder.resolve(FILE);
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw damaged(file + " is missing", e);
    } catch (IOException e) {
      throw damaged(file + " cannot be read: " + e.getMessage(), e);
    }
    List<CoreEntry> entries = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher line = LINE.matcher(lines.get(i));
      if (!line.matches()) {
        throw damaged(file + ", line " + (i + 1) + " is not 'startLevel sha256 file'", null);
      }
      entries.add(new CoreEntry(Integer.parseInt(line.group(1)), line.group(2), line.group(3)));
    }
    if (entries.isEmpty()) {
      throw damaged(file + " lists no bundle", null);
    }
    return new CoreList(folder, entries);
  }

  /** Returns where an entry's file is. */
  public Path path(CoreEntry entry) {
    return folder.resolve(entry.file());
  }

  /** Returns the highest start level of the list. */
  public int lastStartLevel() {
    return entries.stream().mapToInt(CoreEntry::startLevel).max().orElse(1);
  }

  /**
   * Compares every file with its hash.
   *
   * @throws RefusedException naming the first file that is missing or differs
   */
  public void verify() {
    for (CoreEntry entry : entries) {
      Path file = path(entry);
      try {
        if (!Sha256.of(file).equals(entry.sha256())) {
          throw damaged(file + " is not the file that was built (its SHA-256 differs)", null);
        }
      } catch (NoSuchFileException e) {
        throw damaged(file + " is missing", e);
      } catch (IOException e) {
        throw damaged(file + " cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private static RefusedException damaged(String what, Exception cause) {
    return new RefusedException(
        "the distribution is damaged: " + what + "; unpack or build it again", cause);
  }
}
