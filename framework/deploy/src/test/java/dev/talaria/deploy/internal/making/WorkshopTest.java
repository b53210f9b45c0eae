package dev.talaria.deploy.internal.making;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.BundleMaker;
import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.dropped.DroppedName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkshopTest {
  private static final long LIMIT_SECONDS = 20;

  @TempDir private Path folder;
  private final ScriptedMaker maker = new ScriptedMaker();
  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  private Workshop workshop;

  @BeforeEach
  void open() throws IOException {
    workshop = new Workshop(folder.resolve("making"), () -> Optional.of(maker), done::add);
  }

  @AfterEach
  void close() {
    maker.goOn.countDown();
    workshop.close();
  }

  @Test
  void whoAsksIsToldWhenToAskAgain() throws Exception {
    assertThat(workshop.progress(order("a.java", "1"))).isInstanceOf(Progress.Working.class);
    assertThat(done).as("nothing was made yet").isEmpty();

    maker.goOn.countDown();

    assertThat(done.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a.java");
    assertThat(workshop.progress(order("a.java", "1")))
        .isInstanceOfSatisfying(
            Progress.Made.class, made -> assertThat(made.bundle()).hasContent("bundle of 1"));
    assertThat(maker.begun).hasValue(1);
  }

  @Test
  void problemsAreKeptUntilSomebodyWantsItAnew() throws Exception {
    maker.goOn.countDown();
    maker.problems = List.of("a.java:1:2: bad", "a.java:3:4: worse");
    workshop.progress(order("a.java", "1"));
    done.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(workshop.progress(order("a.java", "1")))
        .isEqualTo(new Progress.Wrong("a.java:1:2: bad; a.java:3:4: worse"));
    maker.problems = List.of();
    workshop.forget("source.a", "1");
    workshop.progress(order("a.java", "1"));
    done.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(workshop.progress(order("a.java", "1"))).isInstanceOf(Progress.Made.class);
  }

  @Test
  void aNewContentOvertakesTheOneBefore() throws Exception {
    workshop.progress(order("a.java", "1"));
    await().atMost(Duration.ofSeconds(LIMIT_SECONDS)).untilAtomic(maker.begun, is(1));

    workshop.progress(order("a.java", "2"));

    await().atMost(Duration.ofSeconds(LIMIT_SECONDS)).untilAtomic(maker.interrupted, is(1));
    maker.goOn.countDown();
    assertThat(done.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a.java");
    assertThat(workshop.progress(order("a.java", "2"))).isInstanceOf(Progress.Made.class);
  }

  @Test
  void whatFilesShareIsMadeOnceAndToldToBoth() throws Exception {
    workshop.progress(order("a.java", "1"));
    workshop.progress(order("A.java", "1"));

    maker.goOn.countDown();

    assertThat(
            Set.of(
                done.poll(LIMIT_SECONDS, TimeUnit.SECONDS),
                done.poll(LIMIT_SECONDS, TimeUnit.SECONDS)))
        .containsExactlyInAnyOrder("a.java", "A.java");
    assertThat(maker.begun).hasValue(1);
  }

  @Test
  void whatNobodyWantsAnyMoreLeavesNothing() throws Exception {
    maker.goOn.countDown();
    workshop.progress(order("a.java", "1"));
    done.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

    workshop.retain(Set.of("2"));

    assertThat(folder.resolve("making")).isEmptyDirectory();
  }

  @Test
  void accidentsAreTold() throws Exception {
    maker.goOn.countDown();
    maker.accident = new StackOverflowError("deep");
    workshop.progress(order("a.java", "1"));
    done.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    maker.accident = null;
    maker.obstacle = new IOException("no compiler here");
    workshop.progress(order("b.java", "2"));
    done.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(workshop.progress(order("a.java", "1")))
        .isInstanceOfSatisfying(
            Progress.Hindered.class,
            hindered -> assertThat(hindered.reason()).contains("StackOverflow"));
    assertThat(workshop.progress(order("b.java", "2")))
        .isEqualTo(new Progress.Hindered("no compiler here"));
  }

  @Test
  void withoutAMakerItSaysWhatIsMissing() throws Exception {
    try (Workshop empty = new Workshop(folder.resolve("e"), Optional::empty, done::add)) {
      empty.progress(order("a.java", "1"));
      done.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

      assertThat(empty.progress(order("a.java", "1")))
          .isInstanceOfSatisfying(
              Progress.Hindered.class,
              hindered -> assertThat(hindered.reason()).contains("dev.talaria.wrap"));
    }
  }

  @Test
  void whatADeadRuntimeLeftGoes() throws Exception {
    Path left = Files.createDirectories(folder.resolve("left")).resolve("7.jar");
    Files.writeString(left, "half");

    new Workshop(left.getParent(), Optional::empty, done::add).close();

    assertThat(left).doesNotExist();
  }

  private static org.hamcrest.Matcher<Integer> is(int value) {
    return org.hamcrest.Matchers.equalTo(value);
  }

  private static Order order(String file, String sha256) {
    return new Order(
        DroppedKind.SOURCE, file, new DroppedName("source.a", "0.0.0"), sha256, Path.of(sha256));
  }

  private static final class ScriptedMaker implements BundleMaker {
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private volatile List<String> problems = List.of();
    private volatile Error accident;
    private volatile IOException obstacle;

    @Override
    public String edition() {
      return "0";
    }

    @Override
    public List<String> ofPlainJar(Path jar, String name, String version, Path target) {
      throw new AssertionError("no JAR was ordered");
    }

    @Override
    public List<String> ofSource(Path source, String fileName, String name, Path target)
        throws IOException, InterruptedException {
      begun.incrementAndGet();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        interrupted.incrementAndGet();
        throw e;
      }
      if (accident != null) {
        throw accident;
      }
      if (obstacle != null) {
        throw obstacle;
      }
      if (problems.isEmpty()) {
        Files.writeString(target, "bundle of " + source);
      }
      return problems;
    }
  }
}
