package dev.talaria.ops.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.ConnectedClients;
import dev.talaria.ops.internal.clients.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundEndTest {
  private final ManualClock clock = new ManualClock();
  private final AtomicInteger credentials = new AtomicInteger();
  private final List<String> stops = new ArrayList<>();
  private final BackgroundEnd end = new BackgroundEnd(clock, credentials::get, stops::add);

  private void passed() {
    end.look();
    clock.advance(BackgroundEnd.PATIENCE);
    end.look();
  }

  @Test
  void aRuntimeWithoutClientsIsStopped() {
    passed();
    assertThat(stops).hasSize(1);
  }

  @Test
  void aCredentialKeepsItRunning() {
    credentials.set(1);
    passed();
    assertThat(stops).isEmpty();
    credentials.set(0);
    passed();
    assertThat(stops).hasSize(1);
  }

  @Test
  void aClientThatListensKeepsItRunningAndOneThatDoesNotDoesNot() {
    end.connected = () -> List.of(client(true));
    passed();
    assertThat(stops).isEmpty();
    end.connected = () -> List.of(client(false));
    passed();
    assertThat(stops).hasSize(1);
  }

  @Test
  void aQuestionThatFailsDoesNotEndTheWatch() {
    end.connected =
        () -> {
          throw new IllegalStateException("broken");
        };
    passed();
    end.connected = null;
    end.look();
    assertThat(stops).hasSize(1);
  }

  private static ConnectedClients.Client client(boolean listening) {
    return new ConnectedClients.Client("c", "home", "modern", Instant.EPOCH, listening);
  }
}
