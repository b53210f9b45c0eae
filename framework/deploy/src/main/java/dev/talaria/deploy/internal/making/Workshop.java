package dev.talaria.deploy.internal.making;

import dev.talaria.admin.BundleMaker;
import dev.talaria.formats.dropped.DroppedKind;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has bundles made of what is none, beside the agent's thread, which asks how far it is and is told
 * when to ask again. Two threads work, for as long as there is work; the lock guards the jobs and
 * is not held while anything is made.
 */
public final class Workshop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workshop.class);

  private static final int THREADS = 2;
  private static final int MOST_WAITING = 1024;
  private static final long IDLE_SECONDS = 10;

  private final Path folder;
  private final Supplier<Optional<BundleMaker>> maker;
  private final Consumer<String> whenDone;
  private final ThreadPoolExecutor threads;
  private final AtomicLong threadNumber = new AtomicLong();
  private final AtomicLong bundles = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, Job> jobs = new HashMap<>();

  /** What a bundle depends on, in one edition of who makes it. */
  private record Key(String symbolicName, String sha256) {}

  /** Work on one key, for files of that content. Guarded by the lock. */
  private static final class Job {
    private final Set<String> files = new HashSet<>();
    private Progress progress = new Progress.Working();
    private Future<?> work;
  }

  /**
   * Opens an empty workshop.
   *
   * @param folder of its own, for bundles that are not finished
   * @param whenDone called, on any thread, with the name of a file that is to be asked about again
   */
  public Workshop(Path folder, Supplier<Optional<BundleMaker>> maker, Consumer<String> whenDone)
      throws IOException {
    this.folder = folder;
    this.maker = maker;
    this.whenDone = whenDone;
    clear(folder);
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            work -> {
              Thread thread =
                  new Thread(work, "talaria-deploy-make-" + threadNumber.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** What a runtime left that died. */
  private static void clear(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Says how far a bundle is, and begins to make it if nobody did. */
  public Progress progress(Order order) {
    Key key = new Key(order.name().symbolicName(), order.sha256());
    lock.lock();
    try {
      Job known = jobs.get(key);
      if (known != null) {
        known.files.add(order.fileName());
        return known.progress;
      }
      overtake(order.fileName());
      Job job = new Job();
      job.files.add(order.fileName());
      job.work = threads.submit(() -> make(order, key, job));
      jobs.put(key, job);
      return job.progress;
    } catch (RejectedExecutionException e) {
      return new Progress.Hindered("too many files wait for their turn; touch it later");
    } finally {
      lock.unlock();
    }
  }

  /** What a file was before it changed need not be made any more. Called under the lock. */
  private void overtake(String fileName) {
    jobs.values()
        .removeIf(
            job -> {
              boolean stale =
                  job.progress instanceof Progress.Working && job.files.equals(Set.of(fileName));
              if (stale) {
                job.work.cancel(true);
              }
              return stale;
            });
  }

  private void make(Order order, Key key, Job job) {
    Progress progress;
    try {
      progress = make(order);
    } catch (InterruptedException e) {
      return; // Nobody wants it any more.
    } catch (IOException e) {
      progress = new Progress.Hindered(e.getMessage());
    } catch (RuntimeException | Error e) {
      LOG.error("Making a bundle of {} failed", order.fileName(), e);
      progress = new Progress.Hindered("making a bundle of it failed inside the runtime: " + e);
    }
    List<String> files;
    lock.lock();
    try {
      job.progress = progress;
      if (jobs.get(key) != job) {
        end(job);
        return;
      }
      files = new ArrayList<>(job.files);
    } finally {
      lock.unlock();
    }
    files.forEach(whenDone);
  }

  private Progress make(Order order) throws IOException, InterruptedException {
    Optional<BundleMaker> found = maker.get();
    if (found.isEmpty()) {
      return new Progress.Hindered(
          "this distribution lacks its bundle dev.talaria.wrap; unpack or build it again");
    }
    Path bundle = Files.createDirectories(folder).resolve(bundles.incrementAndGet() + ".jar");
    List<String> problems =
        order.kind() == DroppedKind.SOURCE
            ? found
                .get()
                .ofSource(order.original(), order.fileName(), order.name().symbolicName(), bundle)
            : found
                .get()
                .ofPlainJar(
                    order.original(), order.name().symbolicName(), order.name().version(), bundle);
    return problems.isEmpty()
        ? new Progress.Made(bundle)
        : new Progress.Wrong(String.join("; ", problems));
  }

  /** Forgets what became of a content, so that it is made anew; what was made is taken away. */
  public void forget(String symbolicName, String sha256) {
    lock.lock();
    try {
      end(jobs.remove(new Key(symbolicName, sha256)));
    } finally {
      lock.unlock();
    }
  }

  /** Forgets contents that are nowhere any more. */
  public void retain(Set<String> sha256) {
    lock.lock();
    try {
      for (Key key : List.copyOf(jobs.keySet())) {
        if (!sha256.contains(key.sha256())) {
          end(jobs.remove(key));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static void end(Job job) {
    if (job == null) {
      return;
    }
    job.work.cancel(true);
    if (job.progress instanceof Progress.Made made) {
      try {
        Files.deleteIfExists(made.bundle());
      } catch (IOException e) {
        LOG.warn("{} stays until the next start: {}", made.bundle(), e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
