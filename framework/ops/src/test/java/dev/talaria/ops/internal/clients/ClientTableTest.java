package dev.talaria.ops.internal.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.SessionOptions.ToolSearchMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClientTableTest {
  private final ManualClock clock = new ManualClock();
  private final ClientTable table = new ClientTable(clock, Duration.ofSeconds(45), 3);

  private IssuedClient issue() {
    return table.issue(Set.of("files"), List.of(Path.of("/w")), ToolSearchMode.OFF).orElseThrow();
  }

  @Test
  void aCredentialStandsForItsWorkspaceAndToolsets() {
    IssuedClient client = issue();
    assertThat(table.principalOf(client.token())).contains(client.principal());
    assertThat(client.principal().home()).isFalse();
    assertThat(client.principal().toolsets()).containsExactly("files");
    assertThat(client.principal().workspaceRoots()).containsExactly(Path.of("/w"));
    assertThat(client.principal().name()).isEqualTo("client:" + client.id());
    assertThat(client.toString()).doesNotContain(client.token());
    assertThat(table.principalOf(client.id())).isEmpty();
  }

  @Test
  void aCredentialEndsAWhileAfterItsLastHeartbeat() {
    IssuedClient client = issue();
    clock.advance(Duration.ofSeconds(45));
    assertThat(table.heartbeat(client.id())).isTrue();
    clock.advance(Duration.ofSeconds(45));
    assertThat(table.principalOf(client.token())).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(table.principalOf(client.token())).isEmpty();
    assertThat(table.size()).isZero();
    assertThat(table.heartbeat(client.id())).isFalse();
    assertThat(table.release(client.id())).isFalse();
  }

  @Test
  void aReleasedCredentialIsWorthless() {
    IssuedClient client = issue();
    assertThat(table.release(client.id())).isTrue();
    assertThat(table.principalOf(client.token())).isEmpty();
    assertThat(table.release(client.id())).isFalse();
  }

  @Test
  void thereIsALimitThatExpiredOnesDoNotFill() {
    IssuedClient first = issue();
    clock.advance(Duration.ofSeconds(30));
    issue();
    issue();
    assertThat(table.issue(Set.of(), List.of(), ToolSearchMode.OFF)).isEmpty();
    clock.advance(Duration.ofSeconds(16));
    issue();
    assertThat(table.removeExpired()).containsExactly(first.id());
    assertThat(table.size()).isEqualTo(3);
  }

  @Test
  void noTwoCredentialsAreAlike() {
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      IssuedClient client = issue();
      assertThat(client.token()).hasSize(43);
      secrets.add(client.id());
      secrets.add(client.token());
      table.release(client.id());
    }
    assertThat(secrets).hasSize(1000);
  }
}
