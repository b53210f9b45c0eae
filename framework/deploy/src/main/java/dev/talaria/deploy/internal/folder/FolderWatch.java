package dev.talaria.deploy.internal.folder;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Hears from the operating system what happens in the folder. Its one thread only passes names on;
 * it ends when this is closed or the folder can no longer be watched, after which the slow rescan
 * goes on alone until the folder is watched anew. Thread-safe.
 */
public final class FolderWatch implements AutoCloseable {
  private final WatchService service;
  private final Thread thread;

  /**
   * Begins to watch.
   *
   * @param touched gets the names that something happened to; an empty set: something was missed
   * @throws IOException if the folder cannot be watched
   */
  public FolderWatch(Path folder, Consumer<Set<String>> touched) throws IOException {
    service = folder.getFileSystem().newWatchService();
    try {
      folder.register(
          service,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException e) {
      service.close();
      throw e;
    }
    thread = new Thread(() -> run(touched), "talaria-deploy-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether events still come. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  private void run(Consumer<Set<String>> touched) {
    try {
      boolean valid = true;
      while (valid) {
        WatchKey key = service.take();
        Optional<Set<String>> names = names(key);
        names.ifPresent(touched);
        valid = key.reset();
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // Closed: the end that was asked for.
    }
  }

  private static Optional<Set<String>> names(WatchKey key) {
    Set<String> names = new HashSet<>();
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
        return Optional.of(Set.of());
      }
      names.add(event.context().toString());
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }

  @Override
  public void close() throws IOException {
    service.close();
    thread.interrupt();
  }
}
