package dev.talaria.deploy.internal.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.deploy.internal.bundles.ForeignRunner.Result;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ForeignRunnerTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final ForeignRunner runner = new ForeignRunner();
  private final CountDownLatch late = new CountDownLatch(1);

  @Test
  void runsOnAThreadOfItsOwn() throws Exception {
    AtomicReference<String> name = new AtomicReference<>();

    Result result =
        runner.run(
            "my-thread", LONG, () -> name.set(Thread.currentThread().getName()), late::countDown);

    assertThat(result).isInstanceOf(Result.Done.class);
    assertThat(name).hasValue("my-thread");
    assertThat(late.getCount()).isEqualTo(1);
  }

  @Test
  void whateverIsThrownIsAnAnswer() throws Exception {
    StackOverflowError error = new StackOverflowError();

    Result result =
        runner.run(
            "t",
            LONG,
            () -> {
              throw error;
            },
            late::countDown);

    assertThat(result).isEqualTo(new Result.Threw(error));
  }

  @Test
  void whatHeedsTheInterruptDoesNotHang() throws Exception {
    CountDownLatch never = new CountDownLatch(1);

    Result result = runner.run("t", SHORT, never::await, late::countDown);

    assertThat(result).isEqualTo(new Result.TimedOut(false));
  }

  @Test
  void whatHangsIsLeftAndCleanedUpWhenItReturns() throws Exception {
    AtomicBoolean released = new AtomicBoolean();

    Result result =
        runner.run(
            "t",
            SHORT,
            () -> {
              while (!released.get()) {
                Thread.onSpinWait();
              }
            },
            late::countDown);

    assertThat(result).isEqualTo(new Result.TimedOut(true));
    assertThat(late.getCount()).isEqualTo(1);
    released.set(true);
    assertThat(late.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
