package dev.talaria.registry.internal.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When probes are asked, and what is served meanwhile. */
class RefresherTest {
  private static final OwnerId OWNER = OwnerId.plugin("com.example.tools");

  private final Lab lab = new Lab();
  private final ProviderScope scope = Fixtures.scope(OWNER);
  private final Companion backend = Companion.named(Companion.Kind.PROBE, scope, "backend");
  private final Inquiry inquiry = Inquiry.probe(backend);

  private void arrive() {
    lab.offered.add(backend);
    lab.use(inquiry, "search");
  }

  private boolean available() {
    return lab.verdict(inquiry).isAvailable();
  }

  @Test
  void isAskedAtArrivalAndUnknownUntilItAnswers() {
    arrive();
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNKNOWN);
    assertThat(lab.asked).isEqualTo(1);
    lab.answer(true);
    assertThat(available()).isTrue();
  }

  @Test
  void unknownBecomesFalseAfterTheTimeout() {
    arrive();
    lab.at(5);
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNAVAILABLE);
    assertThat(lab.reason(inquiry).get()).contains("its probe backend took longer than");
  }

  @Test
  @DisplayName("R7 two tools that share a probe cause one probe and share its verdict")
  void sharedProbe() {
    arrive();
    lab.use(inquiry, "fetch");
    lab.refresher.readAll();
    lab.refresher.read(inquiry);
    assertThat(lab.asked).isEqualTo(1);
    lab.answer(false);
    assertThat(lab.board.names(inquiry)).containsExactlyInAnyOrder("search", "fetch");
    assertThat(available()).isFalse();
  }

  @Test
  void readersAreServedTheOldVerdictWhileOneProbeRuns() {
    arrive();
    lab.answer(true);
    lab.at(29);
    lab.refresher.readAll();
    assertThat(lab.asked).isEqualTo(1);
    lab.at(61);
    lab.refresher.readAll();
    lab.refresher.readAll();
    lab.refresher.read(inquiry);
    assertThat(lab.asked).isEqualTo(2);
    assertThat(available()).isTrue();
    lab.answer(false);
    assertThat(available()).isFalse();
  }

  @Test
  void failuresInTheGraceAreAskedAgainButOnceASecond() {
    arrive();
    lab.answer(true);
    lab.at(31);
    for (int read = 0; read < 40; read++) {
      lab.refresher.read(inquiry);
      if (lab.isAsking()) {
        lab.answer(false);
      }
      lab.pass(Duration.ofMillis(100));
    }
    assertThat(lab.asked).isEqualTo(5);
    assertThat(available()).isTrue();
  }

  @Test
  void nothingIsAskedWhileNobodyReads() {
    arrive();
    lab.answer(true);
    lab.pass(Duration.ofDays(1));
    assertThat(lab.asked).isEqualTo(1);
    lab.refresher.readAll();
    lab.answer(false);
    lab.pass(Duration.ofDays(1));
    assertThat(lab.asked).isEqualTo(2);
  }

  @Test
  void aFailingProbeIsAskedAgainForThoseWhoOnlyListen() {
    lab.watched = true;
    arrive();
    lab.answer(false);
    lab.at(29);
    assertThat(lab.isAsking()).isFalse();
    lab.at(30);
    assertThat(lab.isAsking()).isTrue();
    lab.answer(false);
    lab.at(60);
    lab.answer(true);
    assertThat(available()).isTrue();
    lab.pass(Duration.ofHours(1));
    assertThat(lab.asked).as("nothing to wait for any more").isEqualTo(3);
  }

  @Test
  void aListenerLearnsOfTheEndOfTheGrace() {
    lab.watched = true;
    arrive();
    lab.answer(true);
    lab.at(40);
    lab.refresher.readAll();
    lab.answer(false);
    assertThat(available()).isTrue();
    lab.at(60);
    lab.answer(false);
    assertThat(available()).isFalse();
  }

  @Test
  void whoeverBeginsToListenLateHasItAskedByReading() {
    arrive();
    lab.answer(false);
    lab.pass(Duration.ofMinutes(10));
    lab.watched = true;
    lab.refresher.readAll();
    lab.answer(false);
    lab.pass(Duration.ofSeconds(30));
    assertThat(lab.isAsking()).isTrue();
  }

  @Test
  void aProbeThatIsNotOfferedIsWaitedForThenSaidToBeMissing() {
    lab.use(inquiry, "search");
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNKNOWN);
    lab.at(5);
    assertThat(lab.asked).isZero();
    assertThat(lab.reason(inquiry).get())
        .contains(
            "its probe backend is not offered by the bundle com.example.tools",
            "@ProbeSpec(name = \"backend\")");
    lab.offered.add(backend);
    lab.refresher.offered(backend);
    assertThat(lab.asked).as("asked at once when it comes").isEqualTo(1);
    lab.answer(true);
    assertThat(available()).isTrue();
  }

  @Test
  void aMissingProbeIsWaitedForAsLongAsItsBundleIsBeingUpdated() {
    lab.awaited.add(backend);
    lab.use(inquiry, "search");
    lab.at(60);
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNKNOWN);
    lab.awaited.clear();
    lab.at(65);
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNAVAILABLE);
  }

  @Test
  void aProbeThatGoesForAMomentChangesNothing() {
    arrive();
    lab.answer(true);
    lab.offered.clear();
    lab.refresher.withdrawn(backend);
    assertThat(available()).isTrue();
    lab.at(1);
    lab.offered.add(backend);
    lab.refresher.offered(backend);
    lab.answer(true);
    assertThat(lab.published).containsExactly(Verdict.AVAILABLE);
  }

  @Test
  void theAnswerOfAProbeThatIsTakenDownMeanwhileSaysNothing() {
    arrive();
    lab.offered.clear();
    Lab.Pending old = lab.pending.get(0);
    lab.refresher.withdrawn(backend);
    assertThat(old.over).as("interrupted").isTrue();
    old.whenDone.accept(new Asking.Outcome.Threw(new IllegalStateException("deactivated")));
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNKNOWN);
    lab.offered.add(backend);
    lab.refresher.offered(backend);
    lab.answer(true);
    assertThat(available()).isTrue();
  }

  @Test
  void aProbeThatIsReplacedWhileAskedIsAskedAgain() {
    arrive();
    lab.refresher.offered(backend);
    assertThat(lab.asked).isEqualTo(1);
    lab.answer(false);
    assertThat(lab.asked).isEqualTo(2);
    lab.answer(true);
    assertThat(available()).isTrue();
  }

  @Test
  @DisplayName("An updated bundle's tools keep the verdict until its own probe answers")
  void successor() {
    arrive();
    lab.answer(true);
    Companion next = Companion.named(Companion.Kind.PROBE, Fixtures.scope(OWNER), "backend");
    Inquiry successor = Inquiry.probe(next);
    lab.offered.add(next);
    lab.board = lab.board.with(successor, "search").without(inquiry, "search");
    lab.refresher.reconcile(Set.of(inquiry, successor));
    assertThat(lab.verdict(successor).isAvailable()).isTrue();
    assertThat(lab.released).containsExactly(backend);
    assertThat(lab.asked).isEqualTo(2);
    lab.answer(false);
    assertThat(lab.verdict(successor).isAvailable()).as("within the grace").isTrue();
    lab.at(61);
    lab.refresher.read(successor);
    lab.answer(false);
    assertThat(lab.verdict(successor).isAvailable()).isFalse();
  }

  @Test
  void whatNoToolDependsOnIsForgottenAndInterrupted() {
    arrive();
    Lab.Pending attempt = lab.pending.get(0);
    lab.leave(inquiry, "search");
    assertThat(attempt.over).isTrue();
    assertThat(lab.released).containsExactly(backend);
    attempt.whenDone.accept(new Asking.Outcome.Returned(Answer.good(Verdict.AVAILABLE)));
    assertThat(lab.board.isUsed(inquiry)).isFalse();
    lab.use(inquiry, "search");
    assertThat(lab.verdict(inquiry).state()).isEqualTo(Verdict.State.UNKNOWN);
  }

  @Test
  @DisplayName("The last tool leaves and another comes, told as one: what is known is published")
  void leavingAndComingToldAsOne() {
    arrive();
    lab.answer(true);
    lab.board = lab.board.without(inquiry, "search").with(inquiry, "fetch");
    lab.refresher.reconcile(Set.of(inquiry));
    assertThat(available()).isTrue();
  }

  @Test
  @DisplayName("Asking now forgets verdict and grace, serves the old one meanwhile, tells the new")
  void askNow() {
    arrive();
    lab.answer(true);
    lab.at(2);
    CompletableFuture<Finding> found = lab.refresher.askNow(inquiry).toCompletableFuture();
    assertThat(found).isNotDone();
    assertThat(available()).isTrue();
    lab.answer(false);
    assertThat(found).isCompletedWithValue(Verdict.unavailable("no backend"));
    assertThat(available()).isFalse();
  }

  @Test
  void askingNowWhileItIsAskedWaitsForTheNextAnswer() {
    arrive();
    CompletableFuture<Finding> found = lab.refresher.askNow(inquiry).toCompletableFuture();
    lab.answer(false);
    assertThat(found).isNotDone();
    lab.answer(true);
    assertThat(found).isCompletedWithValue(Verdict.AVAILABLE);
  }

  @Test
  @DisplayName("R8 a probe that throws, whatever it throws, makes its tools absent")
  void throwing() {
    arrive();
    lab.answer(new Asking.Outcome.Threw(new NoClassDefFoundError("com/example/Missing")));
    assertThat(lab.reason(inquiry).get())
        .isEqualTo("its probe backend failed: NoClassDefFoundError: com/example/Missing");
  }

  @Test
  void askingNothingAfterTheEnd() {
    arrive();
    lab.refresher.close();
    lab.refresher.readAll();
    lab.use(Inquiry.probe(Companion.named(Companion.Kind.PROBE, scope, "other")), "x");
    lab.refresher.offered(backend);
    assertThat(lab.asked).isEqualTo(1);
  }
}
