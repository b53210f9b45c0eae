package dev.talaria.deploy.internal.agent;

import java.io.IOException;
import java.time.Duration;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.FrameworkListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread on which the agent decides. It begins once the framework runs with all its core
 * bundles, and touches nothing once the framework stops. Everybody else talks to it through the
 * inbox and reads the board.
 */
public final class AgentThread {
  private static final Logger LOG = LoggerFactory.getLogger(AgentThread.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final int EVENTS =
      BundleEvent.INSTALLED
          | BundleEvent.RESOLVED
          | BundleEvent.STOPPED
          | BundleEvent.UNRESOLVED
          | BundleEvent.UNINSTALLED;

  private final BundleContext context;
  private final Inbox inbox;
  private final AgentFactory factory;
  private final Thread thread;
  private final FrameworkListener frameworkListener;
  private final BundleListener bundleListener;

  public AgentThread(BundleContext context, Inbox inbox, AgentFactory factory) {
    this.context = context;
    this.inbox = inbox;
    this.factory = factory;
    frameworkListener = event -> inbox.wake();
    bundleListener =
        event -> {
          if ((event.getType() & EVENTS) != 0) {
            inbox.wake();
          }
        };
    thread = new Thread(this::run, "talaria-deploy-agent");
    thread.setDaemon(true);
  }

  /** Begins. */
  public void start() {
    context.addFrameworkListener(frameworkListener);
    context.addBundleListener(bundleListener);
    thread.start();
  }

  private void run() {
    try {
      awaitFramework();
      try (Agent agent = create()) {
        while (isFrameworkRunning()) {
          attend(agent, inbox.take(agent.idleNanos()));
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("The deploy agent ends");
    } catch (IOException e) {
      LOG.warn("The watch of the deploy folder was not closed cleanly: {}", e.getMessage());
    } finally {
      for (Command command : inbox.close()) {
        command.answer().completeExceptionally(new IOException("the runtime stops"));
      }
    }
  }

  private void attend(Agent agent, Inbox.Batch batch) throws InterruptedException {
    if (!isFrameworkRunning()) {
      inbox.close();
      fail(batch);
      return;
    }
    try {
      agent.attend(batch);
    } catch (RuntimeException e) {
      // The agent must outlive a mistake of its own: the next pass starts from the folder again.
      LOG.error("The deploy agent failed in one pass and goes on", e);
      fail(batch);
    }
  }

  private static void fail(Inbox.Batch batch) {
    batch
        .commands()
        .forEach(
            command ->
                command
                    .answer()
                    .completeExceptionally(
                        new IOException("the deploy agent could not do it; see the log")));
  }

  private Agent create() throws InterruptedException {
    for (String said = ""; ; ) {
      try {
        return factory.create();
      } catch (IOException e) {
        if (!said.equals(e.toString())) {
          said = e.toString();
          LOG.error("The deploy agent cannot work in the home's data folder: {}", said);
        }
        inbox.awaitWake(RETRY.toNanos());
      }
    }
  }

  private void awaitFramework() throws InterruptedException {
    while (!isFrameworkRunning()) {
      // The event of the start ends this wait; the limit is for one that was missed.
      inbox.awaitWake(Duration.ofSeconds(1).toNanos());
    }
  }

  private boolean isFrameworkRunning() {
    return context.getBundle(0).getState() == Bundle.ACTIVE;
  }

  /** Ends the thread; what it runs at the moment is interrupted. */
  public void stop() throws InterruptedException {
    context.removeFrameworkListener(frameworkListener);
    context.removeBundleListener(bundleListener);
    thread.interrupt();
    thread.join(STOP_LIMIT.toMillis());
    if (thread.isAlive()) {
      LOG.warn("The deploy agent did not end within {} ms", STOP_LIMIT.toMillis());
    }
  }
}
