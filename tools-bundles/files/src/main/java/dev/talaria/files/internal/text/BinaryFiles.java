package dev.talaria.files.internal.text;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tells files that are no text. */
public final class BinaryFiles {
  private static final Set<String> IMAGES =
      Set.of("png", "jpg", "jpeg", "gif", "bmp", "webp", "ico", "tif", "tiff", "heic", "avif");
  private static final Set<String> OTHERS =
      Set.of(
          "zip", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar", "tar", "jar", "war", "ear", "class",
          "so", "dll", "dylib", "exe", "o", "a", "lib", "bin", "dat", "db", "sqlite", "sqlite3",
          "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "mp3", "mp4", "m4a",
          "wav", "ogg", "flac", "avi", "mov", "mkv", "webm", "ttf", "otf", "woff", "woff2", "pyc",
          "wasm", "jks", "p12", "pfx", "iso", "dmg", "deb", "rpm", "apk");

  private BinaryFiles() {}

  /** Returns why a file of this name is not read as text. */
  public static Optional<String> reasonByName(String name) {
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (name.lastIndexOf('.') < 0) {
      return Optional.empty();
    }
    if (IMAGES.contains(extension)) {
      return Optional.of("it is an image; use a tool that can see");
    }
    return OTHERS.contains(extension)
        ? Optional.of("it is a binary file (." + extension + ")")
        : Optional.empty();
  }

  /** Returns whether a beginning is that of a file that is no text: a NUL is in it. */
  public static boolean isBinary(byte[] head, int length) {
    for (int i = 0; i < length; i++) {
      if (head[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
