package dev.talaria.ops.internal.lifecycle;

import dev.talaria.admin.ConnectedClients;
import dev.talaria.ops.internal.clients.ClientCredentials;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import dev.talaria.ops.internal.environment.SteadyClock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a runtime that a bridge started, a while after its last client. A client is who holds an
 * issued credential, or who came with the home's token and is listening. One thread, {@code
 * talaria-ops-idle}, looks every second; there is none in a runtime that was started to stay.
 */
@Component(
    service = {},
    immediate = true)
public final class BackgroundEnd {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundEnd.class);

  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ClientCredentials credentials;
  private final RuntimeStop stop;
  private final IdleWatch watch;
  private final ScheduledExecutorService timer;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile ConnectedClients connected;

  @Activate
  public BackgroundEnd(
      BundleContext context,
      @Reference ClientCredentials credentials,
      @Reference RuntimeStop stop) {
    this.credentials = credentials;
    this.stop = stop;
    this.watch = new IdleWatch(new SteadyClock(), this::inUse, PATIENCE);
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "talaria-ops-idle");
              thread.setDaemon(true);
              return thread;
            });
    if (RuntimeEnvironment.of(context).background()) {
      timer.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    }
  }

  @Deactivate
  void close() {
    timer.shutdownNow();
  }

  private void look() {
    try {
      if (watch.isOver()) {
        timer.shutdown();
        stop.stop("it was started in the background and has had no client for 60 s");
      }
    } catch (RuntimeException e) {
      // Thrown out of here it would end the watch without a word.
      LOG.warn("It cannot be told whether the runtime is in use; asked again.", e);
    }
  }

  private boolean inUse() {
    ConnectedClients clients = connected;
    return credentials.size() > 0
        || (clients != null
            && clients.clients().stream().anyMatch(ConnectedClients.Client::listening));
  }
}
