package dev.talaria.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writes a log that only its owner can read: it names files, tools and what went wrong with them.
 * Each file that is begun, at the start and after each turn, is made so before anything is in it.
 */
public final class PrivateLogFile extends RollingFileAppender<ILoggingEvent> {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  @Override
  public void openFile(String name) throws IOException {
    Path file = Path.of(name);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PRIVATE));
      } catch (FileAlreadyExistsException e) {
        Files.setPosixFilePermissions(file, PRIVATE);
      }
    }
    super.openFile(name);
  }
}
