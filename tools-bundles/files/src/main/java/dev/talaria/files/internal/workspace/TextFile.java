package dev.talaria.files.internal.workspace;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.files.internal.session.FileSession;
import dev.talaria.files.internal.session.FileStamp;
import dev.talaria.guard.paths.ConfinedFolder;
import dev.talaria.guard.paths.PathDecision;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** One file that a call changes. To be used while its path is locked; not thread-safe. */
public final class TextFile {
  private final FileAccess access;
  private final ToolContext context;
  private final String requested;
  private final PathDecision.Allowed allowed;

  /** What a write did. */
  public record Written(Path path, int bytes, boolean created, Optional<String> warning) {}

  /**
   * @param requested path as the caller wrote it, for messages
   */
  public TextFile(
      FileAccess access, ToolContext context, String requested, PathDecision.Allowed allowed) {
    this.access = access;
    this.context = context;
    this.requested = requested;
    this.allowed = allowed;
  }

  /** Returns the path from the root on, for display. */
  public String displayName() {
    return allowed.relative().toString().replace('\\', '/');
  }

  /** Returns the content if the file is there and is text of a size that can be written. */
  public Optional<String> readIfText() {
    try {
      return Optional.of(read());
    } catch (ToolException e) {
      // There is nothing to compare with then; what stands against writing shows when it is tried.
      return Optional.empty();
    }
  }

  /**
   * Returns the content.
   *
   * @throws ToolException if there is none, or it is no UTF-8 and would be damaged by writing back
   */
  public String read() throws ToolException {
    if (allowed.path().equals(allowed.root())) {
      throw FileErrors.isFolder(requested);
    }
    try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
      BasicFileAttributes attributes =
          folder
              .attributes(name())
              .orElseThrow(() -> FileErrors.notFound(access, context, requested, allowed));
      if (attributes.isDirectory()) {
        throw FileErrors.isFolder(requested);
      }
      int most = access.limits().writeBytes();
      byte[] bytes;
      try (SeekableByteChannel channel = folder.openFile(name());
          InputStream in = Channels.newInputStream(channel)) {
        bytes = in.readNBytes(most + 1);
      }
      if (bytes.length > most) {
        throw new ToolException(requested + " has more than " + most + " bytes: too large.");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ToolException(requested + " is no UTF-8 text; it cannot be changed here.");
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw FileErrors.notFound(access, context, requested, allowed);
    } catch (IOException e) {
      throw FileErrors.of("read", requested, e);
    }
  }

  /** Puts a new content in the place of the old one, or makes the file. */
  public Written write(String content) throws ToolException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > access.limits().writeBytes()) {
      throw new ToolException(
          "The content has "
              + bytes.length
              + " bytes, more than the "
              + access.limits().writeBytes()
              + " that may be written.");
    }
    if (allowed.path().equals(allowed.root())) {
      throw FileErrors.isFolder(requested);
    }
    try {
      ConfinedFolder.createParents(allowed);
      try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
        return write(folder, bytes);
      }
    } catch (IOException e) {
      throw FileErrors.of("write", requested, e);
    }
  }

  private Written write(ConfinedFolder folder, byte[] bytes) throws IOException, ToolException {
    Optional<BasicFileAttributes> before = folder.attributes(name());
    if (before.isPresent() && before.get().isDirectory()) {
      throw FileErrors.isFolder(requested);
    }
    if (before.isPresent() && !before.get().isRegularFile()) {
      throw new ToolException(requested + " is no regular file; it is not written to.");
    }
    FileSession session = FileSession.of(context);
    boolean stale =
        before.map(a -> session.reads().isStale(allowed.path(), FileStamp.of(a))).orElse(false);
    AtomicReplacement.write(folder, name(), before.isPresent(), bytes);
    Optional<BasicFileAttributes> after = folder.attributes(name());
    if (after.isPresent()) {
      session.reads().written(allowed.path(), FileStamp.of(after.get()));
    }
    return new Written(
        allowed.path(),
        bytes.length,
        before.isEmpty(),
        stale
            ? Optional.of(
                "The file had changed since you last read it; check that nothing of that was lost.")
            : Optional.empty());
  }

  private String name() {
    return allowed.path().getFileName().toString();
  }
}
