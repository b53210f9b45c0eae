package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgException;
import dev.talaria.formats.cfg.CfgFiles;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.ClosingKeys;
import dev.talaria.formats.cfg.PidFileNames;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder {@code etc/}: which PIDs have a file, and what is in it. Thread-safe. */
public final class EtcFolder {
  /**
   * How long an empty file has to stay empty to count as an empty configuration. Writers truncate a
   * file before they fill it; taken at once, that would be a configuration that forbids nothing.
   */
  public static final Duration EMPTY_FILE_SETTLES = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(EtcFolder.class);

  private final Path folder;
  private final UnaryOperator<String> environment;
  private final Set<String> misnamed = ConcurrentHashMap.newKeySet();

  private EtcFolder(Path folder, UnaryOperator<String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /**
   * Opens the folder; makes it, for its owner only, when it is missing.
   *
   * @param environment gives the value of a variable, or null
   */
  public static EtcFolder open(Path folder, UnaryOperator<String> environment) throws IOException {
    if (!Files.isDirectory(folder)) {
      createPrivate(folder);
    }
    return new EtcFolder(folder, environment);
  }

  static void createPrivate(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(folder);
    }
  }

  public Path path() {
    return folder;
  }

  /** Returns the name of a PID's file as operators see it. */
  public String displayName(String pid) {
    return folder.getFileName() + "/" + PidFileNames.fileName(pid);
  }

  Path file(String pid) {
    return folder.resolve(PidFileNames.fileName(pid));
  }

  /** Returns the PIDs that have a file. */
  Set<String> pids() throws IOException {
    Set<String> pids = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.cfg")) {
      for (Path file : files) {
        pidOf(file.getFileName().toString()).ifPresent(pids::add);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return pids;
  }

  /** Returns the PID of a file in the folder; empty for what is no configuration. */
  public Optional<String> pidOf(String fileName) {
    Optional<String> pid = PidFileNames.pid(fileName);
    if (pid.isEmpty()
        && fileName.endsWith(".cfg")
        && !fileName.startsWith(".")
        && misnamed.add(fileName)) {
      LOG.warn(
          "{}/{} is ignored: characters other than letters, digits, '.', '_', '-' and '~' stand as"
              + " %XX in the name of a configuration's file",
          folder.getFileName(), fileName);
    }
    return pid;
  }

  /** Returns something that changes whenever the file does; of a missing file an empty text. */
  public String stamp(String pid) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file(pid), BasicFileAttributes.class);
      return attributes.lastModifiedTime() + "/" + attributes.size() + "/" + attributes.fileKey();
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Reads the file of a PID as it is now. */
  Reading read(String pid) {
    String name = displayName(pid);
    Path file = file(pid);
    byte[] bytes;
    Instant modified;
    try {
      modified = Files.getLastModifiedTime(file).toInstant();
      bytes = CfgFiles.readBytes(file);
    } catch (NoSuchFileException e) {
      return missing(name, file);
    } catch (IOException e) {
      return new Reading.Unreadable("", new CfgProblem(name, 0, "", "cannot be read: " + e));
    }
    String hash = hash(bytes);
    if (bytes.length == 0 && modified.plus(EMPTY_FILE_SETTLES).isAfter(Instant.now())) {
      return new Reading.Unreadable(
          "",
          new CfgProblem(
              name, 0, "", "has just become empty; it counts as unreadable until it has settled"));
    }
    try {
      CfgDocument document = CfgDocument.parse(name, bytes);
      Optional<CfgProblem> mistyped = ClosingKeys.problem(pid, name, document);
      if (mistyped.isPresent()) {
        return new Reading.Unreadable(hash, mistyped.get());
      }
      return new Reading.Readable(hash, document, document.values(name, environment));
    } catch (CfgException e) {
      return new Reading.Unreadable(hash, e.problem());
    }
  }

  private Reading missing(String name, Path file) {
    // Without its folder a missing file is no deletion, and neither is the missing end of a link.
    if (!Files.isDirectory(folder)) {
      return new Reading.Unreadable(
          "", new CfgProblem(name, 0, "", "the folder " + folder + " is missing"));
    }
    return CfgFiles.isThere(file)
        ? new Reading.Unreadable("", new CfgProblem(name, 0, "", "is a link to nothing"))
        : new Reading.Absent();
  }

  /**
   * Writes the file of a PID, unless it has this content already.
   *
   * @param before what the change is based on
   * @return the hash of the content; empty if somebody else changed the file meanwhile
   */
  Optional<String> write(String pid, CfgDocument document, Reading before) throws IOException {
    byte[] old = before instanceof Reading.Readable readable ? readable.document().toBytes() : null;
    byte[] bytes = document.toBytes();
    if (bytes.length == 0) {
      // A file without a byte looks like one that somebody has just begun to write.
      bytes = new byte[] {'\n'};
    }
    return Arrays.equals(old, bytes) || CfgFiles.replace(file(pid), old, bytes)
        ? Optional.of(hash(bytes))
        : Optional.empty();
  }

  void delete(String pid) throws IOException {
    Files.deleteIfExists(file(pid));
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
