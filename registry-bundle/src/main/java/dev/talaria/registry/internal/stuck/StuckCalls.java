package dev.talaria.registry.internal.stuck;

import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which calls were answered while the code they are in goes on. For a while that is nothing:
 * the code was interrupted and is on its way out. After that it is <em>stuck</em>: the log says so
 * once for each owner until all are back, so does the status, and from some number on the tool, the
 * bundle, the owner is not called any more.
 *
 * <p>Everything is guarded by this object's monitor, under which only our own code runs; whether
 * anything is stuck is read without it.
 */
public final class StuckCalls {
  /** After so long a call that was left behind is stuck. */
  public static final Duration AFTER = Duration.ofSeconds(10);

  /** So many calls stuck in a tool, and it is not called any more. */
  public static final int MAX_OF_TOOL = 16;

  /** The same for all tools of a bundle. */
  public static final int MAX_OF_BUNDLE = 64;

  /** The same for all versions of a bundle: each restart may leave some behind. */
  public static final int MAX_OF_OWNER = 256;

  private static final Logger LOG = LoggerFactory.getLogger(StuckCalls.class);

  private final Duration after;
  private final BiFunction<Runnable, Duration, ? extends Future<?>> timer;
  private final Executor logging;

  /** Left behind, and not stuck yet, in the order in which they were. */
  private final Set<Stay> fresh = new LinkedHashSet<>();

  private final Map<String, Episode> episodes = new TreeMap<>();
  private boolean planned;
  private volatile boolean any;

  /** The time during which calls are stuck in one owner's code. */
  private static final class Episode {
    private final Set<Stay> stays = new LinkedHashSet<>();
    private int most;

    private Instant since() {
      return stays.iterator().next().since;
    }
  }

  /** One call that was left behind. Guarded by the calls; compared by identity. */
  public final class Stay {
    private final Where where;
    private final Runnable whenStuck;
    private final Instant since = Instant.now();
    private final long sinceNanos = System.nanoTime();

    private Stay(Where where, Runnable whenStuck) {
      this.where = where;
      this.whenStuck = whenStuck;
    }

    /** Notes that the code has ended after all. */
    public void back() {
      returned(this);
    }
  }

  /**
   * Creates the keeper.
   *
   * @param after how long a call that was left behind may take to come back
   * @param timer runs something short later
   * @param logging runs what writes to the log, which may take its time
   */
  public StuckCalls(
      Duration after, BiFunction<Runnable, Duration, ? extends Future<?>> timer, Executor logging) {
    this.after = after;
    this.timer = timer;
    this.logging = logging;
  }

  /**
   * Notes that code goes on, or begins, that nobody waits for any more.
   *
   * @param whenStuck run once if it does not end in time: our own and short
   */
  public synchronized Stay leave(Where where, Runnable whenStuck) {
    Stay stay = new Stay(where, whenStuck);
    fresh.add(stay);
    plan(after);
    return stay;
  }

  private void plan(Duration delay) {
    if (!planned) {
      try {
        timer.apply(this::look, delay);
        planned = true;
      } catch (RejectedExecutionException e) {
        LOG.debug("Calls that were left behind are not watched: the runtime is ending", e);
      }
    }
  }

  private void look() {
    List<Stay> stuck = new ArrayList<>();
    List<String> begun = new ArrayList<>();
    synchronized (this) {
      planned = false;
      long now = System.nanoTime();
      Set<Episode> young = new LinkedHashSet<>();
      for (Stay stay : fresh) {
        long left = after.toNanos() - (now - stay.sinceNanos);
        if (left > 0) {
          plan(Duration.ofNanos(left));
          break;
        }
        stuck.add(stay);
        Episode episode = episodes.computeIfAbsent(stay.where.culprit(), name -> new Episode());
        if (episode.stays.isEmpty()) {
          young.add(episode);
        }
        episode.stays.add(stay);
        episode.most = Math.max(episode.most, episode.stays.size());
      }
      stuck.forEach(fresh::remove);
      any = !episodes.isEmpty();
      young.forEach(episode -> begun.add(Wording.problem(facts(episode))));
    }
    stuck.forEach(stay -> stay.whenStuck.run());
    if (!begun.isEmpty()) {
      logging.execute(() -> begun.forEach(LOG::warn));
    }
  }

  private void returned(Stay stay) {
    int all = 0;
    synchronized (this) {
      if (fresh.remove(stay)) {
        return;
      }
      Episode episode = episodes.get(stay.where.culprit());
      if (episode == null || !episode.stays.remove(stay) || !episode.stays.isEmpty()) {
        return;
      }
      all = episode.most;
      episodes.remove(stay.where.culprit());
      any = !episodes.isEmpty();
    }
    LOG.info(
        "All calls that were stuck in {} have come back ({} at most at a time)",
        stay.where.culprit(),
        all);
  }

  /** Returns why a tool is not to be called now, as a sentence; empty: it may be. */
  public Optional<String> objection(Binding binding) {
    return any ? found(binding) : Optional.empty();
  }

  private synchronized Optional<String> found(Binding binding) {
    OwnerId owner = binding.scope().owner();
    Episode episode = episodes.get(owner.name());
    if (episode == null) {
      return Optional.empty();
    }
    int ofTool = 0;
    int ofBundle = 0;
    for (Stay stay : episode.stays) {
      ofTool += stay.where.binding() == binding ? 1 : 0;
      ofBundle += stay.where.scope() == binding.scope() ? 1 : 0;
    }
    Facts facts = facts(episode);
    String tool = binding.document().name();
    if (episode.stays.size() >= MAX_OF_OWNER) {
      return Optional.of(Wording.refusedForGood(tool, facts));
    }
    if (ofTool >= MAX_OF_TOOL) {
      return Optional.of(Wording.refused(tool, ofTool, "it", facts));
    }
    return ofBundle >= MAX_OF_BUNDLE
        ? Optional.of(Wording.refused(tool, ofBundle, "tools of " + owner, facts))
        : Optional.empty();
  }

  private static Facts facts(Episode episode) {
    Map<String, Integer> counts = new TreeMap<>();
    episode.stays.forEach(stay -> counts.merge(stay.where.what(), 1, Integer::sum));
    Where one = episode.stays.iterator().next().where;
    return new Facts(one.owner(), one.culprit(), counts, episode.since());
  }

  /** Returns what is stuck now, a sentence for each owner. */
  public synchronized List<String> problems() {
    return episodes.values().stream().map(episode -> Wording.problem(facts(episode))).toList();
  }
}
