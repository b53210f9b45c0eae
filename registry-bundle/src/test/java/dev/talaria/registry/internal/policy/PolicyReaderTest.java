package dev.talaria.registry.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.talaria.admin.PolicyView;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.PluginPolicy.Overriding;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.policy.PolicyReader.Reading;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static Reading reading(Map<String, Map<String, Object>> raw) {
    return PolicyReader.read(raw, Set.of(), Reading.NONE);
  }

  private static Policy read(Map<String, Map<String, Object>> raw) {
    return reading(raw).policy();
  }

  private static PolicyView.Value value(Reading reading, String key) {
    return reading.view().values().stream()
        .filter(v -> v.key().equals(key))
        .findFirst()
        .orElseThrow();
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
    Reading reading =
        PolicyReader.read(
            Map.of(REGISTRY, Map.of("allow_tool_override", "TRUE")), Set.of(), Reading.NONE);
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
                "grants", "toolsets,approve,hooks.observe,hooks.block,hooks.transform"));
    Reading before = reading(good);
    assertThat(before.policy().allowToolOverride()).isTrue();
    assertThat(before.policy().plugin("p").grants()).hasSize(5);

    for (Map<String, Map<String, Object>> raw :
        List.<Map<String, Map<String, Object>>>of(good, Map.of())) {
      Policy broken = PolicyReader.read(raw, Set.of(REGISTRY, PLUGIN), before).policy();
      assertThat(broken.allowToolOverride()).isFalse();
      assertThat(broken.requiredOwner("terminal")).contains(RequiredOwner.of("dev.x"));
      assertThat(broken.plugin("p").overriding()).isEqualTo(Overriding.DENIED);
      assertThat(broken.plugin("p").grants())
          .containsExactlyInAnyOrder("hooks.block", "hooks.transform");
      assertThat(broken.plugin("p").enabled()).isTrue();
      assertThat(broken.mayOverride("p", "terminal").granted()).isFalse();
    }
  }

  @Test
  void anUnreadableFileWithoutAGoodValueFromBeforeDeniesAndDisables() {
    Policy policy = PolicyReader.read(Map.of(), Set.of(REGISTRY, PLUGIN), Reading.NONE).policy();
    assertThat(policy.allowToolOverride()).isFalse();
    assertThat(policy.plugin("p").enabled()).isFalse();
    assertThat(policy.plugin("p").overriding()).isEqualTo(Overriding.DENIED);
  }

  @Test
  void aDisabledPluginStaysDisabledWhileItsFileIsUnreadable() {
    Reading before = reading(Map.of(PLUGIN, Map.of("enabled", "false")));
    assertThat(before.policy().plugin("p").enabled()).isFalse();
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
          .isEqualTo(Map.of("a", RequiredOwner.of("x"), "b", RequiredOwner.of("y")));
    }
  }

  @Test
  void aGuardThatCannotBeReadKeepsItsLastGoodValue() {
    Reading before = reading(Map.of(REGISTRY, Map.of("required_owner", "terminal=dev.safe")));
    Reading reading =
        PolicyReader.read(
            Map.of(REGISTRY, Map.of("required_owner", "terminal dev.safe")), Set.of(), before);
    assertThat(reading.policy().requiredOwner("terminal")).contains(RequiredOwner.of("dev.safe"));
    assertThat(reading.warnings()).hasSize(1);
    assertThat(
            PolicyReader.read(Map.of(REGISTRY, Map.of("required_owner", 7)), Set.of(), before)
                .policy()
                .requiredOwner("terminal"))
        .contains(RequiredOwner.of("dev.safe"));
  }

  @Test
  void overrideToolsThatAreNoListNameNothing() {
    Policy policy =
        read(Map.of(PLUGIN, Map.of("allow_tool_override", "true", "override_tools", 5)));
    assertThat(policy.mayOverride("p", "terminal").granted()).isFalse();
  }

  @Test
  void allowedWithoutNamesIsWarnedAboutAndGrantsNothing() {
    Reading reading =
        PolicyReader.read(
            Map.of(PLUGIN, Map.of("allow_tool_override", "true")), Set.of(), Reading.NONE);
    assertThat(reading.policy().mayOverride("p", "terminal").granted()).isFalse();
    assertThat(reading.warnings()).singleElement().asString().contains("override_tools");
  }

  @Test
  void grantsNobodyKnowsAreWarnedAbout() {
    Reading reading =
        PolicyReader.read(
            Map.of(PLUGIN, Map.of("grants", "toolsets,everything")), Set.of(), Reading.NONE);
    assertThat(reading.policy().plugin("p").grants()).containsExactly("toolsets");
    assertThat(reading.warnings()).singleElement().asString().contains("everything");
  }

  @Test
  void theViewNamesThePlaceOfEachValue() {
    PolicyView view =
        PolicyReader.read(
                Map.of(REGISTRY, Map.of("allow_tool_override", "true")), Set.of(), Reading.NONE)
            .view();
    assertThat(view.values())
        .extracting(PolicyView.Value::key, PolicyView.Value::source)
        .contains(
            tuple("allow_tool_override", "etc/dev.talaria.registry.cfg"),
            tuple("required_owner", "default"));
  }

  @Test
  void withoutAGoodValueFromBeforeNobodySaysThatOneHolds() {
    Reading first = PolicyReader.read(Map.of(), Set.of(REGISTRY, PLUGIN), Reading.NONE);
    Reading second = PolicyReader.read(Map.of(), Set.of(REGISTRY, PLUGIN), first);
    for (Reading reading : List.of(first, second)) {
      assertThat(reading.view().values()).noneMatch(v -> v.source().contains("last good"));
      assertThat(value(reading, "required_owner").source())
          .contains("no value from before is known", "no tool has a required owner");
      assertThat(value(reading, "enabled").source())
          .contains("no value from before is known", "disabled");
      assertThat(reading.policy().plugin("p").enabled()).isFalse();
      assertThat(reading.alarms())
          .singleElement()
          .asString()
          .contains("etc/dev.talaria.registry.cfg", "required_owner", "NOT in effect");
    }
  }

  @Test
  void goodValuesFromBeforeTheStartHold() {
    Map<String, Map<String, Object>> kept =
        Map.of(
            REGISTRY,
            Map.of("required_owner", "t=x"),
            PLUGIN,
            Map.of("grants", "toolsets,hooks.rewrite"));
    Reading reading = PolicyReader.read(kept, Set.of(REGISTRY, PLUGIN), Reading.NONE);
    assertThat(reading.policy().requiredOwner("t")).contains(RequiredOwner.of("x"));
    assertThat(reading.policy().plugin("p").enabled()).isTrue();
    assertThat(reading.policy().plugin("p").grants()).containsExactly("hooks.rewrite");
    assertThat(value(reading, "grants").source())
        .contains("cannot be read", "the last good value holds");
    assertThat(reading.alarms()).isEmpty();
    assertThat(value(reading, "required_owner").source()).contains("the last good value holds");
  }

  @Test
  void aDeletedConfigurationLeavesNoGoodValue() {
    Reading before = reading(Map.of(REGISTRY, Map.of("required_owner", "t=x")));
    Reading deleted = PolicyReader.read(Map.of(), Set.of(), before);
    Reading broken = PolicyReader.read(Map.of(), Set.of(REGISTRY), deleted);
    assertThat(broken.policy().requiredOwners()).isEmpty();
    assertThat(broken.alarms()).hasSize(1);
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        Arguments.of("a=b,a=c", "a cannot be of b and c at once", true),
        Arguments.of("a=b=x", "'b=x' is neither", true),
        Arguments.of("a=b c", "'b c' is neither", true),
        Arguments.of(new String[] {"a=b,c=d", "e=f"}, "'b,c=d' is neither", true),
        Arguments.of("a=mcp:", "'mcp:' is neither", true),
        Arguments.of("7a=b", "'7a' in '7a=b' is no name of a tool", false),
        Arguments.of("a b=c", "'a b' in 'a b=c' is no name of a tool", false));
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void aRequiredOwnerThatIsNonsenseIsSaid(Object raw, String problem, boolean unavailable) {
    Reading reading = reading(Map.of(REGISTRY, Map.of("required_owner", raw)));
    assertThat(reading.warnings()).singleElement().asString().contains(problem);
    assertThat(value(reading, "required_owner").source()).contains(problem);
    Optional<RequiredOwner> required = reading.policy().requiredOwner("a");
    assertThat(required.isPresent()).isEqualTo(unavailable);
    for (String owner : List.of("b", "c")) {
      assertThat(required.map(r -> r.isMetBy(OwnerId.plugin(owner))).orElse(false)).isFalse();
    }
  }

  @Test
  void aServerMayBeRequiredAndOneOwnerNamedTwice() {
    Reading reading =
        reading(Map.of(REGISTRY, Map.of("required_owner", "mcp__s__a=mcp:s, b=x, b=x")));
    assertThat(reading.warnings()).isEmpty();
    assertThat(reading.policy().requiredOwner("b")).contains(RequiredOwner.of("x"));
  }

  @Test
  void anEmptyListIsShownAsNone() {
    Reading reading =
        reading(Map.of(PLUGIN, Map.of("grants", new String[0], "override_tools", new String[0])));
    assertThat(value(reading, "grants").effective()).isEqualTo("none");
    assertThat(value(reading, "override_tools").effective()).isEqualTo("none");
    assertThat(value(reading(Map.of(PLUGIN, Map.of())), "grants").effective()).isEqualTo("none");
  }
}
