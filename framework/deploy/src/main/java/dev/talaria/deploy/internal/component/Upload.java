package dev.talaria.deploy.internal.component;

import dev.talaria.deploy.internal.folder.FileNames;
import dev.talaria.deploy.internal.store.Sha256;
import dev.talaria.formats.jar.JarLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes one file into the folder, under its name only once it is whole. Not thread-safe. */
final class Upload {
  private final Path folder;
  private final String fileName;

  /**
   * Takes where to write.
   *
   * @throws IllegalArgumentException if the name is no plain name of a JAR file
   */
  Upload(Path folder, String fileName) {
    this.folder = folder;
    this.fileName = FileNames.requireDeployable(fileName);
  }

  /** Writes the content and returns its hash. */
  String write(InputStream content) throws IOException {
    Path temporary = Files.createTempFile(folder, ".upload-", ".tmp");
    try {
      String sha256;
      try (OutputStream out = Files.newOutputStream(temporary)) {
        sha256 = Sha256.copy(new Limited(content), out);
      }
      Files.move(
          temporary,
          folder.resolve(fileName),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      return sha256;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Ends an upload that would be refused for its length anyway. */
  private static final class Limited extends InputStream {
    private final InputStream from;
    private long left = JarLimits.DEFAULT.fileBytes();

    Limited(InputStream from) {
      this.from = from;
    }

    @Override
    public int read() throws IOException {
      int value = from.read();
      count(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = from.read(buffer, offset, length);
      count(read);
      return read;
    }

    private void count(int read) throws IOException {
      left -= Math.max(read, 0);
      if (left < 0) {
        throw new IOException(
            "the file is longer than the limit of " + JarLimits.DEFAULT.fileBytes() + " bytes");
      }
    }
  }
}
