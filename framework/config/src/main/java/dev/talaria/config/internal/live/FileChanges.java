package dev.talaria.config.internal.live;

import dev.talaria.config.internal.store.ConfigStore;
import dev.talaria.config.internal.store.EtcFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes outside edits of {@code etc/}. The thread {@code talaria-config} looks at files and tells
 * Config Admin; the watch's thread only says which file to look at. Both end with the component. At
 * most one task waits for each file, so the executor's queue is bounded by their number.
 */
@Component(service = FileChanges.class, immediate = true)
public final class FileChanges {
  private static final Logger LOG = LoggerFactory.getLogger(FileChanges.class);
  private static final Duration QUIET = Duration.ofMillis(200);
  private static final Duration RESCAN = Duration.ofSeconds(5);

  private final ConfigStore store;
  private final LiveConfiguration live;
  private final ScheduledThreadPoolExecutor executor;
  private final Settling settling;

  /** Set by the executor's thread, closed by the one that ends the component. */
  private volatile EtcWatch watch;

  // Confined to the executor's thread.
  private boolean watchFailed;
  private long checkedVersion;

  @Activate
  public FileChanges(@Reference ConfigStore store, @Reference LiveConfiguration live) {
    this.store = store;
    this.live = live;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "talaria-config");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    this.settling = new Settling(store.folder(), QUIET, executor, this::take);
    executor.scheduleWithFixedDelay(this::rescan, 0, RESCAN.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Deactivate
  void deactivate() throws InterruptedException {
    executor.shutdownNow();
    if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
      LOG.warn("a listener of Config Admin has not come back; its thread is left behind");
    }
    EtcWatch last = watch;
    if (last != null) {
      last.close();
    }
  }

  private void take(String pid) {
    try {
      if (live.take(pid)) {
        settling.changed(pid, EtcFolder.EMPTY_FILE_SETTLES);
      }
    } catch (RuntimeException e) {
      LOG.error("{} was not taken", store.folder().displayName(pid), e);
    }
  }

  /** Finds what no event told of, and rechecks keys when a bundle may have brought definitions. */
  private void rescan() {
    try {
      openWatch();
      long version = live.definitionsVersion();
      for (String pid : store.lookAround()) {
        if (store.isStale(pid) || live.isOutOfStep(pid)) {
          settling.changed(pid);
        } else if (version != checkedVersion) {
          live.recheck(pid);
        }
      }
      checkedVersion = version;
      store.publishStatus();
    } catch (RuntimeException e) {
      // A periodic task that throws would be the last one.
      LOG.error("looking through {} failed", store.folder().path(), e);
    }
  }

  private void openWatch() {
    if (watch != null && watch.isCurrent()) {
      return;
    }
    try {
      if (watch != null) {
        watch.close();
      }
      watch =
          EtcWatch.open(store.folder(), settling::changed, () -> executor.execute(this::rescan));
      watchFailed = false;
    } catch (IOException e) {
      if (!watchFailed) {
        LOG.warn(
            "changes in {} are only seen every {} s: {}",
            store.folder().path(),
            RESCAN.toSeconds(),
            e.toString());
      }
      watchFailed = true;
    }
  }
}
