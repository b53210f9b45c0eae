package dev.talaria.guard.paths;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A folder that was reached from its root without following a link, and stays that folder whatever
 * happens to its path. Where the system has {@code openat} (Linux), every step goes through the
 * open folder, so nobody can exchange a component between a decision and its use. Elsewhere the
 * real path is compared after each opening, which leaves a short gap.
 *
 * <p>Names are single components. Not thread-safe; close it.
 */
public final class ConfinedFolder implements Closeable {
  private final Path path;
  private final DirectoryStream<Path> stream;

  private ConfinedFolder(Path path, DirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
  }

  /** Opens the folder that an allowed path names. */
  public static ConfinedFolder open(PathDecision.Allowed allowed) throws IOException {
    return open(allowed.root(), allowed.relative());
  }

  /** Opens the folder that contains what an allowed path names; not for a root. */
  public static ConfinedFolder openParent(PathDecision.Allowed allowed) throws IOException {
    Path parent = allowed.relative().getParent();
    return open(allowed.root(), parent == null ? Path.of("") : parent);
  }

  private static ConfinedFolder open(Path root, Path relative) throws IOException {
    ConfinedFolder folder = new ConfinedFolder(root, Files.newDirectoryStream(root));
    try {
      folder.requireInPlace(root);
      for (Path name : relative) {
        if (!name.toString().isEmpty()) {
          ConfinedFolder next = folder.folder(name.toString());
          folder.close();
          folder = next;
        }
      }
      return folder;
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Makes the folders down to the parent of an allowed path, where they are missing. */
  public static void createParents(PathDecision.Allowed allowed) throws IOException {
    Path parent = allowed.path().getParent();
    List<Path> missing = new ArrayList<>();
    while (!parent.equals(allowed.root()) && !Files.exists(parent, LinkOption.NOFOLLOW_LINKS)) {
      missing.add(0, parent);
      parent = parent.getParent();
    }
    for (Path folder : missing) {
      // There is no mkdirat here: an exchanged parent costs an empty folder elsewhere, and the
      // opening that follows refuses to go on.
      if (!folder.getParent().toRealPath().equals(folder.getParent())) {
        throw exchanged(folder);
      }
      Files.createDirectory(folder);
    }
  }

  /** Returns the path by which it was reached. */
  public Path path() {
    return path;
  }

  /** Opens a folder in it; a link is refused. */
  public ConfinedFolder folder(String name) throws IOException {
    Path next = path.resolve(single(name));
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return new ConfinedFolder(
          next, secure.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS));
    }
    if (Files.isSymbolicLink(next)) {
      throw exchanged(next);
    }
    ConfinedFolder folder = new ConfinedFolder(next, Files.newDirectoryStream(next));
    try {
      folder.requireInPlace(next);
    } catch (IOException e) {
      folder.close();
      throw e;
    }
    return folder;
  }

  /**
   * Returns the names in it, ordered. May be called once.
   *
   * @param limit of names to read
   */
  public List<String> names(int limit) throws IOException {
    List<String> names = new ArrayList<>();
    try {
      for (Path child : stream) {
        if (names.size() >= limit) {
          break;
        }
        names.add(child.getFileName().toString());
      }
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.sort(null);
    return names;
  }

  /** Returns what is known of an entry, of a link itself; empty if there is none. */
  public Optional<BasicFileAttributes> attributes(String name) throws IOException {
    try {
      return Optional.of(view(name, BasicFileAttributeView.class).readAttributes());
    } catch (java.nio.file.NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Returns the permissions of an entry; empty where the file system has none of this kind. */
  public Optional<Set<PosixFilePermission>> permissions(String name) throws IOException {
    PosixFileAttributeView view = view(name, PosixFileAttributeView.class);
    return view == null ? Optional.empty() : Optional.of(view.readAttributes().permissions());
  }

  /** Sets the permissions of a file in it. */
  public void setPermissions(String name, Set<PosixFilePermission> permissions) throws IOException {
    view(name, PosixFileAttributeView.class).setPermissions(permissions);
  }

  /** Opens a regular file for reading; a link, device or pipe is refused. */
  public SeekableByteChannel openFile(String name) throws IOException {
    BasicFileAttributes attributes = view(name, BasicFileAttributeView.class).readAttributes();
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(path.resolve(name).toString(), null, "not a regular file");
    }
    return channel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** Creates a file for writing that must not exist. */
  public SeekableByteChannel createFile(String name, FileAttribute<?>... attributes)
      throws IOException {
    return channel(
        name,
        Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS),
        attributes);
  }

  /** Puts one file of this folder in the place of another, atomically. */
  public void replace(String source, String target) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      secure.move(Path.of(single(source)), secure, Path.of(single(target)));
      return;
    }
    requireInPlace(path);
    Path from = path.resolve(single(source));
    Path to = path.resolve(single(target));
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Deletes a file of this folder. */
  public void delete(String name) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      secure.deleteFile(Path.of(single(name)));
      return;
    }
    requireInPlace(path);
    Files.delete(path.resolve(single(name)));
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  private SeekableByteChannel channel(
      String name, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure.newByteChannel(Path.of(single(name)), options, attributes);
    }
    requireInPlace(path);
    SeekableByteChannel channel =
        Files.newByteChannel(path.resolve(single(name)), options, attributes);
    try {
      requireInPlace(path.resolve(name));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return channel;
  }

  private <V extends java.nio.file.attribute.FileAttributeView> V view(String name, Class<V> type) {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure.getFileAttributeView(Path.of(single(name)), type, LinkOption.NOFOLLOW_LINKS);
    }
    return Files.getFileAttributeView(path.resolve(single(name)), type, LinkOption.NOFOLLOW_LINKS);
  }

  private void requireInPlace(Path expected) throws IOException {
    if (!expected.toRealPath().equals(expected)) {
      throw exchanged(expected);
    }
  }

  private static String single(String name) {
    Path path = Path.of(name);
    if (path.isAbsolute() || path.getNameCount() != 1 || name.equals("..") || name.equals(".")) {
      throw new IllegalArgumentException("'" + name + "' is no single name");
    }
    return name;
  }

  private static FileSystemException exchanged(Path path) {
    return new FileSystemException(path.toString(), null, "became a link while it was used");
  }
}
