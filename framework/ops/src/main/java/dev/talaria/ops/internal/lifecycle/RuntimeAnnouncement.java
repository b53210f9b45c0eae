package dev.talaria.ops.internal.lifecycle;

import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import dev.talaria.ops.internal.environment.RuntimeUrls;
import dev.talaria.ops.internal.health.Readiness;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.runtime.HttpServiceRuntime;
import org.osgi.service.servlet.runtime.dto.ServletContextDTO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the runtime's file as soon as all parts are ready and the API answers, and removes it when
 * the runtime or its HTTP server stops. One thread, {@code talaria-ops-announce}, asks until then
 * and ends; it alone touches the file until {@link #close} has waited for its end.
 */
@Component(
    service = {},
    immediate = true)
public final class RuntimeAnnouncement {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeAnnouncement.class);
  private static final long POLL_MILLIS = 25;
  // After this many polls, 30 s, it is worth a line in the log what is being waited for.
  private static final int SLOW_POLLS = 1200;
  private static final long CLOSE_SECONDS = 5;

  private final RuntimeEnvironment environment;
  private final RuntimeUrls urls;
  private final Readiness readiness;
  private final HttpServiceRuntime http;
  private final RuntimeFile file;
  private final ScheduledExecutorService poller =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "talaria-ops-announce");
            thread.setDaemon(true);
            return thread;
          });
  private int polls;

  @Activate
  public RuntimeAnnouncement(
      BundleContext context,
      @Reference RuntimeUrls urls,
      @Reference Readiness readiness,
      @Reference HttpServiceRuntime http) {
    this.environment = RuntimeEnvironment.of(context);
    this.urls = urls;
    this.readiness = readiness;
    this.http = http;
    this.file = new RuntimeFile(environment);
    poller.scheduleWithFixedDelay(this::poll, 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Deactivate
  void close() {
    poller.shutdownNow();
    try {
      if (!poller.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("The announcement of the runtime does not end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      file.delete();
    } catch (IOException e) {
      LOG.warn("{} could not be removed; the next start removes it.", environment.runtimeFile(), e);
    }
  }

  private void poll() {
    try {
      announceWhenReady();
    } catch (RuntimeException e) {
      // Thrown out of here it would end the polling without a word.
      LOG.warn("It cannot be told whether the runtime is ready; asked again.", e);
    }
  }

  private void announceWhenReady() {
    List<String> missing = readiness.missing();
    if (!missing.isEmpty() || urls.mcpUrl().isEmpty() || !apiAnswers()) {
      if (++polls == SLOW_POLLS) {
        LOG.warn("The runtime is still not ready: {}", String.join(" ", missing));
      }
      return;
    }
    poller.shutdown();
    try {
      file.write(urls);
      LOG.info(
          "Talaria {} is ready at {}.", environment.version(), urls.url().orElse("no address"));
    } catch (IOException e) {
      LOG.error(
          "{} cannot be written; commands will not find the runtime.",
          environment.runtimeFile(),
          e);
    }
  }

  // A servlet that is registered is served a moment later; only the server knows when.
  private boolean apiAnswers() {
    return Stream.of(http.getRuntimeDTO().servletContextDTOs)
        .flatMap((ServletContextDTO context) -> Stream.of(context.servletDTOs))
        .flatMap(servlet -> Stream.of(servlet.patterns))
        .anyMatch("/api/v1/*"::equals);
  }
}
