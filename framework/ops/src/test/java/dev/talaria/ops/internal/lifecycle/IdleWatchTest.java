package dev.talaria.ops.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.ops.internal.clients.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class IdleWatchTest {
  private final ManualClock clock = new ManualClock();
  private final AtomicBoolean inUse = new AtomicBoolean();
  private final IdleWatch watch = new IdleWatch(clock, inUse::get, Duration.ofSeconds(60));

  @Test
  void endsWhenNobodyEverCame() {
    clock.advance(Duration.ofSeconds(59));
    assertThat(watch.isOver()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(watch.isOver()).isTrue();
  }

  @Test
  void countsFromTheLastClient() {
    inUse.set(true);
    clock.advance(Duration.ofSeconds(500));
    assertThat(watch.isOver()).isFalse();
    inUse.set(false);
    clock.advance(Duration.ofSeconds(59));
    assertThat(watch.isOver()).isFalse();
    inUse.set(true);
    assertThat(watch.isOver()).isFalse();
    inUse.set(false);
    clock.advance(Duration.ofSeconds(59));
    assertThat(watch.isOver()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(watch.isOver()).isTrue();
  }
}
