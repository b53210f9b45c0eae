package dev.talaria.deploy.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InboxTest {
  private final Inbox inbox = new Inbox();

  @Test
  void eventsAreMergedAndTakenOnce() throws Exception {
    inbox.touched(Set.of("a"));
    inbox.touched(Set.of("b", "a"));

    Inbox.Batch batch = inbox.take(0);
    assertThat(batch.touched()).containsExactlyInAnyOrder("a", "b");
    assertThat(batch.folder()).isTrue();
    assertThat(inbox.take(0).folder()).isFalse();
  }

  @Test
  void whatNobodyKnowsMeansEverything() throws Exception {
    inbox.touched(Set.of("a"));
    inbox.touched(Set.of());
    inbox.touched(Set.of("b"));

    Inbox.Batch batch = inbox.take(0);
    assertThat(batch.everything()).isTrue();
    assertThat(batch.touched()).isEmpty();
    assertThat(inbox.take(0).everything()).isFalse();
  }

  @Test
  void itIsBounded() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      inbox.touched(Set.of("file" + i));
    }
    int taken = 0;
    while (inbox.offer(new Command.Restart("x", new CompletableFuture<>()))) {
      taken++;
    }

    Inbox.Batch batch = inbox.take(0);
    assertThat(batch.everything()).isTrue();
    assertThat(batch.commands()).hasSize(taken).hasSizeLessThan(1000);
  }

  @Test
  void afterItsEndNothingIsTaken() {
    Command waiting = new Command.Restart("x", new CompletableFuture<>());
    assertThat(inbox.offer(waiting)).isTrue();

    assertThat(inbox.close()).containsExactly(waiting);
    assertThat(inbox.offer(waiting)).isFalse();
  }

  @Test
  void nothingIsLostBetweenManyAndOne() throws Exception {
    Set<String> sent = ConcurrentHashMap.newKeySet();
    List<CompletableFuture<Void>> senders = new ArrayList<>();
    for (int sender = 0; sender < 4; sender++) {
      String prefix = "s" + sender + "-";
      senders.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 500; i++) {
                  sent.add(prefix + i);
                  inbox.touched(Set.of(prefix + i));
                }
              }));
    }
    Set<String> received = new HashSet<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (received.size() < 2000 && System.nanoTime() < end) {
      received.addAll(inbox.take(TimeUnit.MILLISECONDS.toNanos(100)).touched());
    }

    CompletableFuture.allOf(senders.toArray(CompletableFuture[]::new)).join();
    assertThat(received).isEqualTo(sent);
  }
}
