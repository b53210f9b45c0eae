package dev.talaria.config.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.config.internal.store.Values;
import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgException;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssessmentTest {
  /** Takes every value for wrong. */
  private static final Definitions STRICT =
      new Definitions() {
        @Override
        public Optional<Keys> of(String pid) {
          return Optional.of((key, value) -> Optional.of(new Finding(true, "wrong")));
        }

        @Override
        public long version() {
          return 0;
        }
      };

  private static SortedMap<String, CfgValue> values(String text) throws CfgException {
    return parse(text).values("f", name -> null);
  }

  private static CfgDocument parse(String text) throws CfgException {
    return CfgDocument.parse("f", text.getBytes(StandardCharsets.UTF_8));
  }

  private static Assessment assess(String text, Optional<SortedMap<String, CfgValue>> held)
      throws CfgException {
    return Assessment.of("p", "f", parse(text), values(text), held, Optional.of(STRICT));
  }

  @Test
  void keepsWhatWasInEffect() throws CfgException {
    Assessment assessment = assess("a = 2\nnew = 1\n", Optional.of(values("a = 1")));
    assertThat(assessment.effective()).isEqualTo(values("a = 1"));
    assertThat(assessment.problems())
        .containsExactly(
            new CfgProblem("f", 1, "a", "wrong; what was in effect before stays"),
            new CfgProblem("f", 2, "new", "wrong; what was in effect before stays"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "allow_tool_override",
        "ALLOW",
        "allow_source",
        "override_tools",
        "grants",
        "approval"
      })
  void takesAKeyThatOpensADoorAsItIsWritten(String key) throws CfgException {
    Assessment assessment = assess(key + " = no", Optional.of(values(key + " = yes")));
    assertThat(assessment.effective()).isEqualTo(values(key + " = no"));
    assertThat(assessment.problems()).containsExactly(new CfgProblem("f", 1, key, "wrong"));
  }

  @Test
  void takesAFirstFileAsItIsWritten() throws CfgException {
    assertThat(assess("trust = sgined", Optional.empty()).effective())
        .isEqualTo(values("trust = sgined"));
  }

  @Test
  void leavesOutKeysOfConfigAdmin() throws CfgException {
    String text = "Service.PID = x\n_felix_.cm.newConfiguration = true\na = 1";
    Assessment assessment =
        Assessment.of(
            "p", "f", parse(text), values(text), Optional.of(Values.empty()), Optional.empty());
    assertThat(assessment.effective()).isEqualTo(values("a = 1"));
    assertThat(assessment.problems()).extracting(CfgProblem::line).containsExactlyInAnyOrder(1, 2);
  }
}
