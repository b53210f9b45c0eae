package dev.talaria.registry.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.talaria.admin.PolicyView;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.PluginPolicy.Overriding;
import dev.talaria.registry.internal.model.Policy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Raw values to policy: what opens, what does not, and what holds while a file is broken. */
class PolicyReaderTest {
  private static final String REGISTRY = "dev.talaria.registry";
  private static final String PLUGIN = "dev.talaria.plugin~p";

  private static Policy read(Map<String, Map<String, Object>> raw) {
    return PolicyReader.read(raw, Set.of(), Policy.CLOSED).policy();
  }

  static Stream<Arguments> rawValues() {
    return Stream.of(
        Arguments.of(Boolean.TRUE, true),
        Arguments.of("true", true),
        Arguments.of(Boolean.FALSE, false),
        Arguments.of("false", false),
        Arguments.of("TRUE", false),
        Arguments.of("True", false),
        Arguments.of(" true", false),
        Arguments.of("true ", false),
        Arguments.of("yes", false),
        Arguments.of("1", false),
        Arguments.of(1, false),
        Arguments.of(1L, false),
        Arguments.of("", false),
        Arguments.of(List.of("true"), false),
        Arguments.of(List.of(Boolean.TRUE), false),
        Arguments.of(new String[] {"true"}, false),
        Arguments.of(new Boolean[] {true}, false),
        Arguments.of(new boolean[] {true}, false));
  }

  @ParameterizedTest
  @MethodSource("rawValues")
  void onlyTrueOpens(Object raw, boolean opens) {
    assertThat(read(Map.of(REGISTRY, Map.of("allow_tool_override", raw))).allowToolOverride())
        .isEqualTo(opens);
    assertThat(read(Map.of(PLUGIN, Map.of("allow_tool_override", raw))).plugin("p").overriding())
        .isEqualTo(opens ? Overriding.ALLOWED : Overriding.DENIED);
  }

  @Test
  void unsetIsClosedForTheRuntimeAndUndecidedForAPlugin() {
    Policy policy = read(Map.of(REGISTRY, Map.of(), PLUGIN, Map.of()));
    assertThat(policy.allowToolOverride()).isFalse();
    assertThat(policy.plugin("p")).isEqualTo(PluginPolicy.UNSAID);
    assertThat(policy.plugin("unheard-of")).isEqualTo(PluginPolicy.UNSAID);
  }

  @Test
  void aValueThatOpensNothingIsWarnedAboutAndShown() {
    PolicyReader.Reading reading =
        PolicyReader.read(
            Map.of(REGISTRY, Map.of("allow_tool_override", "TRUE")), Set.of(), Policy.CLOSED);
    assertThat(reading.warnings())
        .singleElement()
        .asString()
        .contains("allow_tool_override", "etc/dev.talaria.registry.cfg", "TRUE", "only true");
    assertThat(reading.view().values())
        .filteredOn(v -> v.key().equals("allow_tool_override"))
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.effective()).isEqualTo("false");
              assertThat(v.raw()).contains("TRUE");
              assertThat(v.source()).contains("counts as false");
            });
  }

  @Test
  void whileAFileIsUnreadableDoorsAreClosedAndGuardsStay() {
    Map<String, Map<String, Object>> good =
        Map.of(
            REGISTRY,
            Map.of("allow_tool_override", "true", "required_owner", "terminal=dev.x"),
            PLUGIN,
            Map.of(
                "allow_tool_override", "true",
                "override_tools", "terminal",
                "grants", "toolsets"));
    Policy before = read(good);
    assertThat(before.allowToolOverride()).isTrue();
    assertThat(before.plugin("p").grants()).containsExactly("toolsets");

    for (Map<String, Map<String, Object>> raw :
        List.<Map<String, Map<String, Object>>>of(good, Map.of())) {
      Policy broken = PolicyReader.read(raw, Set.of(REGISTRY, PLUGIN), before).policy();
      assertThat(broken.allowToolOverride()).isFalse();
      assertThat(broken.requiredOwner("terminal")).contains("dev.x");
      assertThat(broken.plugin("p").overriding()).isEqualTo(Overriding.DENIED);
      assertThat(broken.plugin("p").grants()).isEmpty();
      assertThat(broken.plugin("p").enabled()).isTrue();
      assertThat(broken.mayOverride("p", "terminal").granted()).isFalse();
    }
  }

  @Test
  void anUnreadableFileWithoutAGoodValueFromBeforeDeniesAndDisables() {
    Policy policy = PolicyReader.read(Map.of(), Set.of(REGISTRY, PLUGIN), Policy.CLOSED).policy();
    assertThat(policy.allowToolOverride()).isFalse();
    assertThat(policy.plugin("p").enabled()).isFalse();
    assertThat(policy.plugin("p").overriding()).isEqualTo(Overriding.DENIED);
  }

  @Test
  void aDisabledPluginStaysDisabledWhileItsFileIsUnreadable() {
    Policy before = read(Map.of(PLUGIN, Map.of("enabled", "false")));
    assertThat(before.plugin("p").enabled()).isFalse();
    assertThat(PolicyReader.read(Map.of(), Set.of(PLUGIN), before).policy().plugin("p").enabled())
        .isFalse();
  }

  @Test
  void anEnabledThatIsNeitherCountsAsFalse() {
    assertThat(read(Map.of(PLUGIN, Map.of("enabled", "fasle"))).plugin("p").enabled()).isFalse();
    assertThat(read(Map.of(PLUGIN, Map.of("enabled", List.of("true")))).plugin("p").enabled())
        .isFalse();
  }

  @Test
  void requiredOwnersMayBeTextArrayOrCollection() {
    for (Object raw :
        List.<Object>of("a=x, b=y", new String[] {"a=x", "b=y"}, List.of("a=x", " b = y"))) {
      assertThat(read(Map.of(REGISTRY, Map.of("required_owner", raw))).requiredOwners())
          .isEqualTo(Map.of("a", "x", "b", "y"));
    }
  }

  @Test
  void aGuardThatCannotBeReadKeepsItsLastGoodValue() {
    Policy before = read(Map.of(REGISTRY, Map.of("required_owner", "terminal=dev.safe")));
    PolicyReader.Reading reading =
        PolicyReader.read(
            Map.of(REGISTRY, Map.of("required_owner", "terminal dev.safe")), Set.of(), before);
    assertThat(reading.policy().requiredOwner("terminal")).contains("dev.safe");
    assertThat(reading.warnings()).hasSize(1);
    assertThat(
            PolicyReader.read(Map.of(REGISTRY, Map.of("required_owner", 7)), Set.of(), before)
                .policy()
                .requiredOwner("terminal"))
        .contains("dev.safe");
  }

  @Test
  void overrideToolsThatAreNoListNameNothing() {
    Policy policy =
        read(Map.of(PLUGIN, Map.of("allow_tool_override", "true", "override_tools", 5)));
    assertThat(policy.mayOverride("p", "terminal").granted()).isFalse();
  }

  @Test
  void allowedWithoutNamesIsWarnedAboutAndGrantsNothing() {
    PolicyReader.Reading reading =
        PolicyReader.read(
            Map.of(PLUGIN, Map.of("allow_tool_override", "true")), Set.of(), Policy.CLOSED);
    assertThat(reading.policy().mayOverride("p", "terminal").granted()).isFalse();
    assertThat(reading.warnings()).singleElement().asString().contains("override_tools");
  }

  @Test
  void grantsNobodyKnowsAreWarnedAbout() {
    PolicyReader.Reading reading =
        PolicyReader.read(
            Map.of(PLUGIN, Map.of("grants", "toolsets,everything")), Set.of(), Policy.CLOSED);
    assertThat(reading.policy().plugin("p").grants()).containsExactly("toolsets");
    assertThat(reading.warnings()).singleElement().asString().contains("everything");
  }

  @Test
  void theViewNamesThePlaceOfEachValue() {
    PolicyView view =
        PolicyReader.read(
                Map.of(REGISTRY, Map.of("allow_tool_override", "true")), Set.of(), Policy.CLOSED)
            .view();
    assertThat(view.values())
        .extracting(PolicyView.Value::key, PolicyView.Value::source)
        .contains(
            tuple("allow_tool_override", "etc/dev.talaria.registry.cfg"),
            tuple("required_owner", "default"));
  }
}
