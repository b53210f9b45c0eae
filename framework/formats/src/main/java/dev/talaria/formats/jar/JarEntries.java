package dev.talaria.formats.jar;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The entries of one open JAR, within limits. Java's reader, as the framework uses it, but with the
 * checks that it leaves out: checksums, sizes, names that are given twice or lead elsewhere. Not
 * thread-safe.
 */
final class JarEntries implements AutoCloseable {
  private final ZipFile zip;
  private final JarLimits limits;
  private final Map<String, ZipEntry> entries;
  private final long mayUnpack;
  private long unpacked;

  private JarEntries(ZipFile zip, JarLimits limits, long mayUnpack)
      throws IncompleteJarException, UnsafeJarException {
    this.zip = zip;
    this.limits = limits;
    this.mayUnpack = mayUnpack;
    this.entries = index();
  }

  static JarEntries open(Path file, JarLimits limits)
      throws IOException, IncompleteJarException, UnsafeJarException {
    long size = Files.size(file);
    if (size > limits.fileBytes()) {
      throw new UnsafeJarException(
          "it has " + size + " bytes, more than the limit of " + limits.fileBytes());
    }
    long byRatio = Math.max(limits.freeBytes(), size * limits.ratio());
    ZipFile zip = openZip(file);
    try {
      return new JarEntries(zip, limits, Math.min(limits.totalBytes(), byRatio));
    } catch (IncompleteJarException | UnsafeJarException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  private static ZipFile openZip(Path file) throws IOException, IncompleteJarException {
    try {
      return new ZipFile(file.toFile());
    } catch (ZipException | IllegalArgumentException e) {
      throw new IncompleteJarException("its directory cannot be read: " + e.getMessage(), e);
    }
  }

  private Map<String, ZipEntry> index() throws IncompleteJarException, UnsafeJarException {
    if (zip.size() > limits.entries()) {
      throw new UnsafeJarException(
          "it has " + zip.size() + " entries, more than the limit of " + limits.entries());
    }
    Map<String, ZipEntry> index = new LinkedHashMap<>();
    try {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        String name = entry.getName();
        if (leadsElsewhere(name)) {
          throw new UnsafeJarException("its entry '" + printable(name) + "' leads out of it");
        }
        if (index.put(name, entry) != null) {
          throw new UnsafeJarException("it has two entries named '" + printable(name) + "'");
        }
      }
    } catch (IllegalArgumentException e) {
      throw new IncompleteJarException("its directory cannot be read: " + e.getMessage(), e);
    }
    return index;
  }

  private static boolean leadsElsewhere(String name) {
    if (name.isEmpty() || name.startsWith("/") || name.matches("(?s)[A-Za-z]:.*")) {
      return true;
    }
    if (name.indexOf('\\') >= 0 || name.chars().anyMatch(Character::isISOControl)) {
      return true;
    }
    for (String part : name.split("/")) {
      if (part.equals("..") || part.equals(".")) {
        return true;
      }
    }
    return false;
  }

  private static String printable(String name) {
    String shown = name.replaceAll("\\p{Cntrl}", "?");
    return shown.length() > 100 ? shown.substring(0, 100) + "..." : shown;
  }

  Set<String> names() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /** Returns an entry by its exact name, or null. */
  ZipEntry entry(String name) {
    return entries.get(name);
  }

  /** Reads a small entry, whose size counts again when all are read. */
  byte[] content(ZipEntry entry) throws IOException, IncompleteJarException, UnsafeJarException {
    if (entry.getSize() > limits.resourceBytes()) {
      throw new UnsafeJarException(
          "its entry '"
              + printable(entry.getName())
              + "' has "
              + entry.getSize()
              + " bytes, more than the limit of "
              + limits.resourceBytes());
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    read(entry, content);
    unpacked -= content.size();
    return content.toByteArray();
  }

  /**
   * Reads every entry to its checksum.
   *
   * @param kept the entries whose content is wanted
   */
  Map<String, byte[]> readAll(Set<String> kept)
      throws IOException, IncompleteJarException, UnsafeJarException {
    Map<String, byte[]> contents = new HashMap<>();
    for (ZipEntry entry : entries.values()) {
      if (kept.contains(entry.getName())) {
        contents.put(entry.getName(), content(entry));
      }
      read(entry, OutputStream.nullOutputStream());
    }
    return contents;
  }

  /** Returns the names of the entries of an embedded JAR, as its own directory gives them. */
  Set<String> namesOfEmbedded(ZipEntry entry) throws IOException, UnsafeJarException {
    Path copy = Files.createTempFile("embedded", ".jar");
    try {
      try (OutputStream out = Files.newOutputStream(copy)) {
        read(entry, out);
      }
      try (JarEntries embedded = open(copy, limits)) {
        return Set.copyOf(embedded.names());
      }
    } catch (IncompleteJarException e) {
      throw new UnsafeJarException(
          "its embedded JAR " + printable(entry.getName()) + " cannot be read: " + e.getMessage(),
          e);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private void read(ZipEntry entry, OutputStream to)
      throws IOException, IncompleteJarException, UnsafeJarException {
    CRC32 checksum = new CRC32();
    long size = 0;
    byte[] buffer = new byte[1 << 14];
    InputStream in = input(entry);
    try (in) {
      for (int count = next(in, buffer, entry); count >= 0; count = next(in, buffer, entry)) {
        checksum.update(buffer, 0, count);
        to.write(buffer, 0, count);
        size += count;
        unpacked += count;
        if (unpacked > mayUnpack) {
          throw new UnsafeJarException(
              "it unpacks to more than " + mayUnpack + " bytes, which looks like a bomb");
        }
      }
    }
    if (size != entry.getSize() || checksum.getValue() != entry.getCrc()) {
      throw damaged(entry, null);
    }
  }

  /** Reads on; what the file's content does to the unpacker is no failure of the disk. */
  private static int next(InputStream in, byte[] buffer, ZipEntry entry)
      throws IOException, IncompleteJarException {
    try {
      return in.read(buffer);
    } catch (ZipException | EOFException e) {
      throw damaged(entry, e);
    }
  }

  private InputStream input(ZipEntry entry) throws IOException, IncompleteJarException {
    try {
      return zip.getInputStream(entry);
    } catch (ZipException e) {
      throw damaged(entry, e);
    }
  }

  private static IncompleteJarException damaged(ZipEntry entry, Throwable cause) {
    return new IncompleteJarException(
        "its entry '" + printable(entry.getName()) + "' does not read to its checksum", cause);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
