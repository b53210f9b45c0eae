package dev.talaria.launcher.home;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the home folder and refuses one that somebody else could change. Who can write to the home
 * decides what runs, so this comes before anything in it is read.
 */
public final class HomeFolder {
  private static final Set<PosixFilePermission> PRIVATE_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private final Home home;

  public HomeFolder(Home home) {
    this.home = home;
  }

  /**
   * Makes what is missing and checks what is there.
   *
   * @throws RefusedException if the home cannot be used, with what to do
   */
  public void prepare() {
    makeFolder(home.root(), true);
    for (Path folder : home.folders()) {
      makeFolder(folder, false);
    }
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new RefusedException(problems.get(0));
    }
    probeWriting();
  }

  /** Says what is wrong with an existing home; empty when it may be used or does not exist. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (!Files.exists(home.root())) {
      return problems;
    }
    try {
      boolean open = checkPart(home.root(), false, problems);
      for (Path folder : home.folders()) {
        if (!Files.exists(folder)) {
          continue;
        }
        boolean reachable = checkPart(folder, false, problems) && open;
        if (folder.equals(home.etc()) || folder.equals(home.deploy())) {
          checkEntries(folder, reachable, problems);
        }
      }
      if (Files.exists(home.token())) {
        checkToken(problems);
      }
    } catch (AccessDeniedException e) {
      problems.add(unreadable(e.getFile()));
    } catch (IOException | UnsupportedOperationException e) {
      problems.add("the home folder " + home + " cannot be checked: " + reason(e));
    }
    return problems;
  }

  private void makeFolder(Path folder, boolean withParents) {
    try {
      if (withParents && folder.getParent() != null) {
        Files.createDirectories(folder.getParent());
      }
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE_FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw new RefusedException(
            folder + " is not a folder; move it away or choose another home with --home DIR", e);
      }
    } catch (AccessDeniedException e) {
      throw new RefusedException(
          "the folder " + folder + " cannot be made: no permission; choose another --home DIR", e);
    } catch (IOException | UnsupportedOperationException e) {
      throw new RefusedException(
          "the folder "
              + folder
              + " cannot be made ("
              + reason(e)
              + "); choose another home with --home DIR",
          e);
    }
  }

  /**
   * Reports a part that others may write to.
   *
   * @return whether others can get into it
   */
  private static boolean checkPart(Path part, boolean othersOnly, List<String> problems)
      throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(part, PosixFileAttributes.class);
    Set<PosixFilePermission> permissions = attributes.permissions();
    boolean byOthers = permissions.contains(PosixFilePermission.OTHERS_WRITE);
    boolean byGroup = permissions.contains(PosixFilePermission.GROUP_WRITE) && !othersOnly;
    if (byOthers || byGroup) {
      problems.add(
          part
              + " is writable by others than its owner, who could change what runs; mend it with:"
              + " chmod go-w '"
              + part
              + "'");
    }
    if (attributes.isDirectory() && !Files.isReadable(part)) {
      problems.add(unreadable(part.toString()));
    }
    return permissions.contains(PosixFilePermission.OTHERS_EXECUTE)
        || permissions.contains(PosixFilePermission.GROUP_EXECUTE);
  }

  /**
   * Files that an operator copies carry the mode of the operator's umask. The group's bit counts
   * only where the group can reach the file; a file that everybody may write to is never accepted.
   */
  private static void checkEntries(Path folder, boolean reachable, List<String> problems)
      throws IOException {
    if (!Files.isReadable(folder)) {
      return;
    }
    List<Path> entries;
    try (Stream<Path> listed = Files.list(folder)) {
      entries = listed.sorted().toList();
    }
    for (Path entry : entries) {
      try {
        checkPart(entry, !reachable, problems);
      } catch (NoSuchFileException e) {
        // A dangling link, or gone since it was listed: there is nothing to run.
        continue;
      }
    }
  }

  private void checkToken(List<String> problems) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(home.token(), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      problems.add(home.token() + " is not a plain file; remove it, a new one is made at a start");
      return;
    }
    for (PosixFilePermission permission : attributes.permissions()) {
      if (permission != PosixFilePermission.OWNER_READ
          && permission != PosixFilePermission.OWNER_WRITE) {
        problems.add(
            home.token()
                + " is open to others than its owner; mend it with: chmod 600 '"
                + home.token()
                + "'");
        return;
      }
    }
  }

  /** Finds out about read-only file systems, which no permission bit tells of. */
  private void probeWriting() {
    for (Path folder : home.folders()) {
      try {
        Files.delete(Files.createTempFile(folder, ".probe", null));
      } catch (IOException e) {
        throw new RefusedException(
            "the home folder "
                + home
                + " cannot be written to ("
                + folder
                + ": "
                + reason(e)
                + "); make it writable for you or choose another with --home DIR",
            e);
      }
    }
  }

  private static String unreadable(String part) {
    return part + " cannot be read by you; mend it with: chmod u+rwx '" + part + "'";
  }

  static String reason(Exception e) {
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    if (e instanceof UnsupportedOperationException) {
      return "its file system has no owners and permissions";
    }
    if (e instanceof java.nio.file.FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
