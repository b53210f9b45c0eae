package dev.talaria.registry.internal.result;

import dev.talaria.pipeline.UnicodeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Results that were too long for their callers, as files of their principals: {@code
 * data/results/PRINCIPAL/ID.txt} in the home folder, whose names are hashes, so that nobody reads
 * what somebody else's call brought, whatever id he guesses. Files are written beside their place
 * and renamed. Thread-safe: every file has a name of its own.
 */
public final class ResultStore {
  /** Longest text that is kept of one result. */
  public static final int MAX_CHARS = 16 * 1024 * 1024;

  /** Starts the names of files that are not whole. */
  static final String UNFINISHED = ".unfinished-";

  private static final int MAX_NAME_CHARS = 120;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,140}");
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");
  private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Optional<Path> folder;
  private final StoreBounds bounds;
  private final AtomicLong count = new AtomicLong();

  /**
   * Creates a store; touches nothing yet.
   *
   * @param folder is made when it is needed; empty: nothing can be kept
   */
  public ResultStore(Optional<Path> folder, StoreBounds bounds) {
    this.folder = folder;
    this.bounds = bounds;
  }

  /**
   * Keeps a text.
   *
   * @param originalChars how long the result was as the tool gave it
   * @throws IOException if it could not be written; nothing is left behind then
   */
  Saved save(Recipient owner, String callId, String text, long originalChars) throws IOException {
    String kept = UnicodeText.head(text, MAX_CHARS);
    Path place = placeOf(owner.spec().principal());
    String id = id(owner.sessionId(), callId);
    byte[] bytes = kept.getBytes(StandardCharsets.UTF_8);
    bounds.makeRoom(root(), bytes.length);
    Files.createDirectories(place, FOLDER);
    Path unfinished = place.resolve(UNFINISHED + id);
    try {
      write(unfinished, bytes);
      Files.move(unfinished, place.resolve(file(id)), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      try {
        Files.deleteIfExists(unfinished);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    return new Saved(id, kept, text.length(), originalChars, bytes.length);
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (SeekableByteChannel channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), FILE)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }

  /** Returns what was kept for a principal under an id, if it still is. */
  Optional<String> read(String principal, String id) throws IOException {
    if (folder.isEmpty() || !ID.matcher(id).matches()) {
      return Optional.empty();
    }
    Path file = placeOf(principal).resolve(file(id));
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    return Optional.of(Files.readString(file));
  }

  /** Removes what has been kept for long enough. */
  void sweep() throws IOException {
    if (folder.isPresent()) {
      bounds.sweep(folder.get());
    }
  }

  private Path root() throws IOException {
    return folder.orElseThrow(() -> new IOException("the runtime has no home folder"));
  }

  private Path placeOf(String principal) throws IOException {
    return root().resolve(hash(principal, 32));
  }

  private static String file(String id) {
    return id + ".txt";
  }

  /** Made of the call's id, so that a person finds it, and a hash, so that there is one of it. */
  private String id(String sessionId, String callId) {
    // A session's id is nobody's business but its client's.
    String shown =
        callId.startsWith(sessionId) ? "call" + callId.substring(sessionId.length()) : callId;
    String safe = UNSAFE.matcher(shown).replaceAll("_");
    String start = safe.isEmpty() || safe.charAt(0) == '.' || safe.charAt(0) == '-' ? "_" : "";
    String name = start + safe;
    return name.substring(0, Math.min(name.length(), MAX_NAME_CHARS))
        + "-"
        + hash(sessionId + '\0' + callId + '\0' + count.incrementAndGet(), 12);
  }

  private static String hash(String text, int chars) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, chars);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
