package dev.talaria.registry.internal.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Random sequences of time, readers, answers and tools, against a model of the plain rules. */
class RefresherPropertyTest {
  /** One thing that happens. */
  private sealed interface Step {
    record Pass(int millis) implements Step {}

    record Read(boolean all) implements Step {}

    record Answers(boolean works) implements Step {}

    record Comes(String tool) implements Step {}

    record Goes(String tool) implements Step {}

    record Replaced() implements Step {}
  }

  /** The rules as a table would have them, with a map's worth of variables and no cleverness. */
  private static final class Model {
    private static final long TTL = 30_000;
    private static final long GRACE = 60_000;
    private static final long TIMEOUT = 5_000;

    private Boolean verdict;
    private Long cachedAt;
    private Long lastGood;
    private Long sparedAt;
    private Long askedAt;
    private boolean again;
    private int tools;
    private int asked;

    private void ask(long now) {
      askedAt = now;
      asked++;
    }

    private void read(long now) {
      if (tools == 0 || askedAt != null) {
        return;
      }
      boolean cached = cachedAt != null && now - cachedAt < TTL;
      boolean backOff = sparedAt != null && now < Math.min(sparedAt + 1000, lastGood + GRACE);
      if (!cached && !backOff) {
        ask(now);
      }
    }

    private void answered(boolean works, long now) {
      if (askedAt == null) {
        return;
      }
      long began = askedAt;
      askedAt = null;
      if (works) {
        verdict = true;
        lastGood = began;
        cachedAt = began;
        sparedAt = null;
      } else if (lastGood != null && began - lastGood < GRACE) {
        sparedAt = began;
      } else {
        verdict = false;
        cachedAt = began;
        sparedAt = null;
      }
      if (again) {
        again = false;
        ask(now);
      }
    }

    private void pass(long from, long millis) {
      while (askedAt != null && askedAt + TIMEOUT <= from + millis) {
        answered(false, askedAt + TIMEOUT);
      }
    }

    private void replaced(long now) {
      if (tools == 0) {
        return;
      }
      if (askedAt == null) {
        ask(now);
      } else {
        again = true;
      }
    }

    private void comes(long now) {
      if (tools++ == 0) {
        ask(now);
      }
    }

    private void goes() {
      if (--tools == 0) {
        verdict = null;
        cachedAt = null;
        lastGood = null;
        sparedAt = null;
        askedAt = null;
        again = false;
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Step> step =
        Arbitraries.frequencyOf(
            Tuple.of(
                4,
                Arbitraries.of(1, 10, 500, 999, 1000, 1001, 4999, 5000, 29_000, 30_000, 60_000)
                    .map(Step.Pass::new)),
            Tuple.of(4, Arbitraries.of(true, false).map(Step.Read::new)),
            Tuple.of(4, Arbitraries.of(true, false).map(Step.Answers::new)),
            Tuple.of(2, Arbitraries.of("a", "b").map(Step.Comes::new)),
            Tuple.of(1, Arbitraries.of("a", "b").map(Step.Goes::new)),
            Tuple.of(1, Arbitraries.just(new Step.Replaced())));
    return step.list().ofMinSize(5).ofMaxSize(80);
  }

  @Property(tries = 2000)
  @Label("Verdict and number of probes are the model's; never two probes of a kind at a time")
  void likeTheModel(@ForAll("steps") List<Step> steps) {
    Lab lab = new Lab();
    ProviderScope scope = Fixtures.scope(OwnerId.plugin("com.example.tools"));
    Companion probe = Companion.named(Companion.Kind.PROBE, scope, "backend");
    Inquiry inquiry = Inquiry.probe(probe);
    lab.offered.add(probe);
    Model model = new Model();
    for (Step step : steps) {
      long now = lab.now / 1_000_000;
      if (step instanceof Step.Pass pass) {
        model.pass(now, pass.millis());
        lab.pass(Duration.ofMillis(pass.millis()));
      } else if (step instanceof Step.Read read) {
        model.read(now);
        if (read.all()) {
          lab.refresher.readAll();
        } else {
          lab.refresher.read(inquiry);
        }
      } else if (step instanceof Step.Answers answer) {
        model.answered(answer.works(), now);
        if (lab.isAsking()) {
          lab.answer(answer.works());
        }
      } else if (step instanceof Step.Comes comes) {
        if (!lab.board.names(inquiry).contains(comes.tool())) {
          model.comes(now);
          lab.use(inquiry, comes.tool());
        }
      } else if (step instanceof Step.Goes goes) {
        if (lab.board.names(inquiry).contains(goes.tool())) {
          model.goes();
          lab.leave(inquiry, goes.tool());
        }
      } else {
        model.replaced(now);
        lab.refresher.offered(probe);
      }
      Verdict.State expected =
          model.verdict == null
              ? Verdict.State.UNKNOWN
              : model.verdict ? Verdict.State.AVAILABLE : Verdict.State.UNAVAILABLE;
      assertThat(lab.verdict(inquiry).state()).as("after %s", step).isEqualTo(expected);
      assertThat(lab.asked).as("asked after %s", step).isEqualTo(model.asked);
      lab.isAsking();
      assertThat(lab.pending.size()).isLessThanOrEqualTo(1);
    }
  }
}
