package dev.talaria.ops.internal.lifecycle;

import dev.talaria.admin.ConnectedClients;
import dev.talaria.ops.internal.clients.ClientCredentials;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import dev.talaria.ops.internal.environment.SteadyClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
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

  private final IntSupplier credentials;
  private final Consumer<String> stop;
  private final IdleWatch watch;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "talaria-ops-idle");
            thread.setDaemon(true);
            return thread;
          });

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  volatile ConnectedClients connected;

  @Activate
  public BackgroundEnd(
      BundleContext context,
      @Reference ClientCredentials credentials,
      @Reference RuntimeStop stop) {
    this(new SteadyClock(), credentials::size, stop::stop);
    if (RuntimeEnvironment.of(context).background()) {
      timer.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    }
  }

  BackgroundEnd(InstantSource clock, IntSupplier credentials, Consumer<String> stop) {
    this.credentials = credentials;
    this.stop = stop;
    this.watch = new IdleWatch(clock, this::inUse, PATIENCE);
  }

  @Deactivate
  void close() {
    timer.shutdownNow();
  }

  void look() {
    try {
      if (watch.isOver()) {
        timer.shutdown();
        stop.accept("it was started in the background and has had no client for 60 s");
      }
    } catch (RuntimeException e) {
      // Thrown out of here it would end the watch without a word.
      LOG.warn("It cannot be told whether the runtime is in use; asked again.", e);
    }
  }

  private boolean inUse() {
    ConnectedClients clients = connected;
    return credentials.getAsInt() > 0
        || (clients != null
            && clients.clients().stream().anyMatch(ConnectedClients.Client::listening));
  }
}
