package dev.talaria.mcp.server.internal.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChangeBroadcasterTest {
  private final ScheduledExecutorService notifier = Executors.newSingleThreadScheduledExecutor();

  @AfterEach
  void stop() {
    notifier.shutdownNow();
  }

  @Test
  void tellsOnceForAWindow() {
    ChangeBroadcaster changes = new ChangeBroadcaster(notifier, () -> Duration.ofMillis(500));
    AtomicInteger told = new AtomicInteger();
    ChangeSubscriber subscriber = told::incrementAndGet;
    for (int i = 0; i < 50; i++) {
      changes.changed(subscriber);
    }
    await().until(() -> told.get() == 1);
    changes.changed(subscriber);
    await().until(() -> told.get() == 2);
  }

  @Test
  void oneThatFailsStopsNobodyAndTheForgottenHearNothing() {
    ChangeBroadcaster changes = new ChangeBroadcaster(notifier, () -> Duration.ofMillis(50));
    AtomicInteger told = new AtomicInteger();
    AtomicInteger forgotten = new AtomicInteger();
    ChangeSubscriber left = forgotten::incrementAndGet;
    changes.changed(
        () -> {
          throw new IllegalStateException("expected by this test");
        });
    changes.changed(left);
    changes.changed(told::incrementAndGet);
    changes.forget(left);
    await().until(() -> told.get() == 1);
    assertThat(forgotten).hasValue(0);
  }

  @Test
  void noChangeIsLostUnderARace() throws Exception {
    ChangeBroadcaster changes = new ChangeBroadcaster(notifier, () -> Duration.ofMillis(1));
    AtomicInteger version = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    ChangeSubscriber subscriber = () -> seen.set(version.get());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CountDownLatch done = new CountDownLatch(4);
    for (int t = 0; t < 4; t++) {
      threads.execute(
          () -> {
            for (int i = 0; i < 20_000; i++) {
              version.incrementAndGet();
              changes.changed(subscriber);
            }
            done.countDown();
          });
    }
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    threads.shutdown();
    await().until(() -> seen.get() == 80_000);
  }
}
