package dev.talaria.ops.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.ReadinessCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadinessTest {
  private final List<ReadinessCheck> checks = new ArrayList<>();
  private final Readiness readiness = new Readiness(checks);

  private record Check(String part, Optional<String> problem) implements ReadinessCheck {}

  @Test
  void allRequiredPartsHaveToBeThereWithoutAProblem() {
    assertThat(readiness.missing()).hasSize(4).allMatch(m -> m.endsWith("has not started"));
    for (String part : List.of("registry", "config", "deploy", "mcp")) {
      checks.add(new Check(part, Optional.empty()));
    }
    assertThat(readiness.missing()).isEmpty();
    checks.add(new Check("deploy", Optional.of("The folder is gone.")));
    assertThat(readiness.missing()).containsExactly("deploy: The folder is gone.");
  }

  @Test
  void otherPartsAreShownAndHoldNothingUp() {
    for (String part : List.of("registry", "config", "deploy", "mcp")) {
      checks.add(new Check(part, Optional.empty()));
    }
    checks.add(new Check("audit", Optional.of("The disk is full.")));
    assertThat(readiness.missing()).isEmpty();
    assertThat(readiness.problems()).containsExactly("audit: The disk is full.");
  }

  @Test
  void aPartThatCannotAnswerIsNotReady() {
    checks.add(
        new ReadinessCheck() {
          @Override
          public String part() {
            return "registry";
          }

          @Override
          public Optional<String> problem() {
            throw new IllegalStateException("broken");
          }
        });
    assertThat(readiness.missing()).anyMatch(m -> m.startsWith("registry: cannot say how it is"));
  }
}
