package dev.talaria.config.internal.live;

import dev.talaria.config.internal.store.EtcFolder;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears from the operating system of changes in {@code etc/}. One thread waits for events and ends
 * when the watch is closed or its folder is gone; whoever needs certainty looks for itself now and
 * then, since events get lost.
 */
final class EtcWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EtcWatch.class);

  private final EtcFolder folder;
  private final Consumer<String> changed;
  private final Runnable lost;
  private final WatchService service;
  private final Object watched;
  private final Thread thread;

  private EtcWatch(
      EtcFolder folder,
      Consumer<String> changed,
      Runnable lost,
      WatchService service,
      Object watched) {
    this.folder = folder;
    this.changed = changed;
    this.lost = lost;
    this.service = service;
    this.watched = watched;
    this.thread = new Thread(this::run, "talaria-config-watch");
    thread.setDaemon(true);
  }

  /**
   * Opens a watch.
   *
   * @param changed is told the PID of a file that changed, on the watch's thread
   * @param lost is told that events were lost
   */
  static EtcWatch open(EtcFolder folder, Consumer<String> changed, Runnable lost)
      throws IOException {
    WatchService service = folder.path().getFileSystem().newWatchService();
    try {
      Object watched = identity(folder);
      folder
          .path()
          .register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE);
      EtcWatch watch = new EtcWatch(folder, changed, lost, service, watched);
      watch.thread.start();
      return watch;
    } catch (IOException e) {
      service.close();
      throw e;
    }
  }

  /** Returns whether changes are heard of: a folder that was moved takes the watch along. */
  boolean isCurrent() {
    try {
      return thread.isAlive() && Objects.equals(watched, identity(folder));
    } catch (IOException e) {
      return false;
    }
  }

  private static Object identity(EtcFolder folder) throws IOException {
    return Files.readAttributes(folder.path(), BasicFileAttributes.class).fileKey();
  }

  private void run() {
    try {
      while (true) {
        WatchKey key = service.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          if (event.context() instanceof Path name) {
            folder.pidOf(name.toString()).ifPresent(changed);
          } else {
            lost.run();
          }
        }
        if (!key.reset()) {
          lost.run();
          return;
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      LOG.debug("the watch of {} ends", folder.path());
    }
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      LOG.warn("the watch of {} could not be closed: {}", folder.path(), e.toString());
    }
  }
}
