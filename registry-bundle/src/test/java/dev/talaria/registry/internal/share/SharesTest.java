package dev.talaria.registry.internal.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Who gets threads when there are not enough. The threads are a list here; nothing runs. */
class SharesTest {
  private static final Party CORE = new Party("core", true);

  private final Queue<Runnable> begun = new ArrayDeque<>();
  private final Shares shares = new Shares(new Bounds(64, 8, 100, 10), begun::add);
  private final List<String> done = new ArrayList<>();

  private static Party party(String name) {
    return new Party(name, false);
  }

  private Seat seat(Party party, String work) {
    return shares.seat(party, () -> done.add(work), () -> done.add("no " + work));
  }

  private void fill(Party party, int count) {
    for (int i = 0; i < count; i++) {
      shares.take(seat(party, party.name()));
    }
  }

  @Test
  void onePartyAloneGetsMostAndALaterOneItsShare() {
    fill(party("a"), 100);
    assertThat(shares.busy(party("a"))).isBetween(35, 50);
    fill(party("b"), 100);
    assertThat(shares.busy(party("b"))).isGreaterThanOrEqualTo(Shares.ALWAYS);
    assertThat(shares.takeNow(seat(CORE, "c"))).as("some are kept").isTrue();
  }

  @Test
  void howeverManyThereAreTheRuntimesOwnPartsFindThreads() {
    for (int i = 0; i < 100; i++) {
      fill(party("p" + i), 100);
    }
    for (int i = 0; i < 8; i++) {
      assertThat(shares.takeNow(seat(CORE, "c"))).isTrue();
    }
    assertThat(shares.takeNow(seat(CORE, "c"))).isFalse();
  }

  @Test
  void linesTakeTurnsAndWhatMustGoOnGoesFirst() {
    fill(party("a"), 100);
    fill(party("b"), 40);
    fill(party("c"), 40);
    begun.poll();
    shares.takeFirst(seat(party("c"), "first"));
    while (!begun.isEmpty()) {
      begun.poll().run();
    }
    assertThat(done).hasSize(180);
    assertThat(done.subList(done.indexOf("first") - 40, done.indexOf("first"))).contains("a", "b");
    assertThat(done.lastIndexOf("c")).isGreaterThan(done.indexOf("first"));
    assertThat(shares.waiting()).isZero();
  }

  @Test
  void aLineHasABoundAndWhoLeavesItMakesRoom() {
    Seat waiting = null;
    int taken = 0;
    for (Seat next = seat(party("a"), "a"); shares.take(next); next = seat(party("a"), "a")) {
      waiting = next;
      taken++;
    }
    assertThat(taken).isEqualTo(shares.busy(party("a")) + 100);
    waiting.withdraw();
    assertThat(done).containsExactly("no a");
    assertThat(shares.take(seat(party("a"), "a"))).isTrue();
    assertThat(shares.take(seat(party("a"), "a"))).isFalse();
    waiting.withdraw();
    assertThat(done).containsExactly("no a");
  }

  @Test
  void whatWasWithdrawnBeforeItWasTakenIsNotDone() {
    Seat seat = seat(party("a"), "a");
    seat.withdraw();
    assertThat(shares.take(seat)).isTrue();
    assertThat(begun).isEmpty();
    assertThat(done).containsExactly("no a");
    assertThat(shares.parties()).isZero();
  }

  @Test
  void stuckThreadsAreMadeUpForAsLongAsThereAreSpareOnes() {
    List<Seat> seats = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      seats.add(seat(party("a"), "a"));
      shares.take(seats.get(i));
    }
    int most = shares.busy(party("a"));
    seats.subList(0, 15).forEach(Seat::spare);
    assertThat(begun).hasSize(most + 10);
    assertThat(shares.busy(party("a"))).isEqualTo(most);
    begun.poll().run();
    seats.get(14).spare();
    assertThat(begun).as("one has come back").hasSize(most + 10);
  }

  @Test
  void aThreadCountsToThePartyItWorksFor() {
    Seat seat = seat(party("a"), "a");
    shares.take(seat);
    seat.moveTo(party("b"));
    assertThat(shares.busy(party("a"))).isZero();
    assertThat(shares.busy(party("b"))).isEqualTo(1);
    begun.poll().run();
    assertThat(shares.parties()).isZero();
  }

  @Test
  void withoutThreadsAllIsDeclined() {
    List<String> declined = new ArrayList<>();
    Shares closed =
        new Shares(
            new Bounds(4, 0, 100, 0),
            work -> {
              throw new RejectedExecutionException();
            });
    for (int i = 0; i < 20; i++) {
      closed.take(closed.seat(party("a"), () -> {}, () -> declined.add("declined")));
    }
    assertThat(declined).hasSize(20);
    assertThat(closed.parties()).isZero();
  }
}
