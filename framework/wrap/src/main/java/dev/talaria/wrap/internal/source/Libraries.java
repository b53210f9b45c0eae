package dev.talaria.wrap.internal.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The JARs in this bundle that a source is compiled with and against, as files, since the compiler
 * is a process of its own. Thread-safe; the lock guards the laying out.
 */
public final class Libraries {
  private static final List<String> COMPILER = List.of("compiler.jar", "processor.jar");

  /** All that a source may use besides the JDK. */
  private static final List<String> CLASS_PATH =
      List.of(
          "api.jar",
          "osgi.annotation.jar",
          "org.osgi.service.component.annotations.jar",
          "org.osgi.service.metatype.annotations.jar");

  private static final int EDITION_BYTES = 4;

  private final Path folder;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Names where they lie.
   *
   * @param folder made when it is needed
   */
  public Libraries(Path folder) {
    this.folder = folder;
  }

  /** Returns a hash of them all and of the Java that compiles. */
  public String edition() {
    MessageDigest digest = digest();
    for (List<String> names : List.of(COMPILER, CLASS_PATH)) {
      for (String name : names) {
        try (InputStream in = open(name)) {
          digest.update(in.readAllBytes());
        } catch (IOException e) {
          throw new UncheckedIOException("the distribution is damaged", e);
        }
      }
    }
    digest.update((byte) Runtime.version().feature());
    return HexFormat.of().formatHex(digest.digest(), 0, EDITION_BYTES);
  }

  /** Returns what a source is compiled against. */
  public List<Path> classPath() throws IOException {
    return files(CLASS_PATH);
  }

  /** Returns what the compiler runs from. */
  List<Path> compiler() throws IOException {
    return files(COMPILER);
  }

  private List<Path> files(List<String> names) throws IOException {
    lock.lock();
    try {
      Files.createDirectories(folder);
      List<Path> files = new ArrayList<>();
      for (String name : names) {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
          Path whole = Files.createTempFile(folder, name, ".tmp");
          try (InputStream in = open(name)) {
            Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
          }
          Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        }
        files.add(file);
      }
      return files;
    } finally {
      lock.unlock();
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = Libraries.class.getResourceAsStream("/lib/" + name);
    if (in == null) {
      throw new IOException("the distribution is damaged: it lacks " + name);
    }
    return in;
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
