package dev.talaria.files.internal.session;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Tells whether a file is still the same, without reading it.
 *
 * @param size in bytes
 * @param modified last time
 * @param key the system's identity of the file, or an empty text
 */
public record FileStamp(long size, FileTime modified, String key) {
  /** Returns the stamp of a file. */
  public static FileStamp of(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    return new FileStamp(
        attributes.size(), attributes.lastModifiedTime(), key == null ? "" : key.toString());
  }
}
