package dev.talaria.deploy.internal.bundles;

import dev.talaria.deploy.internal.store.Content;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is done to the bundles of one owner and may take long. It runs on a thread of its
 * own, step by step, while the agent attends to other owners; every step of it has a deadline. The
 * agent's thread begins it, may say that its end is no longer wanted, and takes its outcome; an
 * owner has at most one.
 */
public final class Operation {
  private static final Logger LOG = LoggerFactory.getLogger(Operation.class);

  /** What is done. */
  @FunctionalInterface
  interface Steps {
    Outcome take(Wish wish) throws InterruptedException;
  }

  private final Content content;
  private final Kind kind;
  private final Wish wish = new Wish();
  private final CompletableFuture<Optional<Outcome>> end = new CompletableFuture<>();
  private final Thread thread;

  /** What it is to bring about. */
  public enum Kind {
    /** Another content takes the place of what runs. */
    UPDATE,
    /** What runs starts anew. */
    RESTART,
    /** What runs leaves. */
    REMOVAL
  }

  /**
   * Begins it.
   *
   * @param kind what it is to bring about
   * @param content that it is about
   * @param whenDone called on its thread, at its end
   */
  static Operation begin(Kind kind, Content content, Steps steps, Runnable whenDone) {
    Operation operation = new Operation(kind, content, steps, whenDone);
    operation.thread.start();
    return operation;
  }

  private Operation(Kind kind, Content content, Steps steps, Runnable whenDone) {
    this.kind = kind;
    this.content = content;
    String name = kind.name().toLowerCase(Locale.ROOT);
    thread =
        new Thread(
            () -> {
              end.complete(attempt(steps));
              whenDone.run();
            },
            "talaria-deploy-" + name + "-" + content.symbolicName());
    thread.setDaemon(true);
  }

  /** Returns the outcome; empty if the agent ended it. */
  private Optional<Outcome> attempt(Steps steps) {
    try {
      return Optional.of(steps.take(wish));
    } catch (InterruptedException e) {
      return Optional.empty();
    } catch (RuntimeException | Error e) {
      LOG.error("The {} of {} failed", kind, content.label(), e);
      return Optional.of(new Outcome.Broken("it failed inside the runtime: " + e));
    }
  }

  public Kind kind() {
    return kind;
  }

  /** The content that it is about: of an update the new one. */
  public Content content() {
    return content;
  }

  /** Waits for the outcome; empty if it does not come in time. */
  public Optional<Outcome> await(Duration limit) throws InterruptedException {
    try {
      return end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end is never exceptional", e);
    }
  }

  /**
   * Says that its end is no longer wanted. It undoes what it did where that makes sense, and its
   * outcome says how far it had come.
   *
   * @param ownerStays whether something of the owner is to run nevertheless
   */
  public void withdraw(boolean ownerStays) {
    wish.withdraw(ownerStays);
  }

  /** Waits until its thread has ended, at most for a time. */
  public void join(Duration limit) throws InterruptedException {
    thread.join(Math.max(1, limit.toMillis()));
  }

  /** Ends it because the agent ends: nothing is undone, the framework takes care of its bundles. */
  public void interrupt() {
    if (!end.isDone()) {
      thread.interrupt();
    }
  }
}
