package dev.talaria.registry.internal.resolution;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static dev.talaria.registry.internal.Fixtures.declaration;
import static dev.talaria.registry.internal.Fixtures.document;
import static dev.talaria.registry.internal.Fixtures.mcp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.InputChange.Arrived;
import dev.talaria.registry.internal.model.InputChange.Decided;
import dev.talaria.registry.internal.model.InputChange.Declared;
import dev.talaria.registry.internal.model.InputChange.Placed;
import dev.talaria.registry.internal.model.InputChange.Promoted;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.PluginPolicy.Overriding;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.resolution.Step.Cause;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The fold, row by row. */
class ResolverTest {
  private static final OwnerId CORE = OwnerId.builtin("dev.talaria.terminal");
  private static final OwnerId CORE_TWO = OwnerId.builtin("dev.talaria.zzz");
  private static final OwnerId SAFE = OwnerId.plugin("dev.talaria.safeterminal");
  private static final OwnerId OTHER = OwnerId.plugin("com.example.other");

  private static final Candidate BUILTIN =
      candidate(1, CORE, Candidate.CORE, "terminal", "terminal", false);
  private static final Candidate GUARD = candidate(10, SAFE, "d1", "terminal", "whatever", true);

  private Inputs inputs = Inputs.EMPTY;

  private void given(InputChange... changes) {
    for (InputChange change : changes) {
      inputs = inputs.with(change, new HashSet<>());
    }
  }

  private void givenCore() {
    given(
        new Placed(CORE, 1),
        new Declared(CORE, List.of(declaration(CORE, "terminal", "terminal", false))),
        new Arrived(BUILTIN));
  }

  private void givenPlugin(OwnerId owner, long order, Candidate... candidates) {
    given(new Placed(owner, order), new Promoted(owner, "d1"));
    for (Candidate candidate : candidates) {
      given(new Arrived(candidate));
    }
  }

  private void givenPolicy(boolean allow, Map<String, String> required) {
    Map<String, RequiredOwner> owners = new HashMap<>();
    required.forEach((tool, owner) -> owners.put(tool, RequiredOwner.of(owner)));
    given(new Decided(new Policy(allow, owners, Map.of())));
  }

  private void givenPlugin(OwnerId owner, PluginPolicy policy) {
    given(new Decided(new Policy(false, Map.of(), Map.of(owner.name(), policy))));
  }

  private static PluginPolicy grants(String... grants) {
    return new PluginPolicy(true, Overriding.UNSET, Optional.empty(), Set.of(grants));
  }

  private static PluginPolicy overriding(Overriding value, String... globs) {
    return new PluginPolicy(
        true,
        value,
        globs.length == 0
            ? Optional.empty()
            : Optional.of(List.of(globs).stream().map(NameGlob::new).toList()),
        Set.of());
  }

  private Resolution resolved(String name) {
    return Resolver.resolve(name, inputs);
  }

  private Step step(Candidate candidate) {
    return resolved(candidate.name()).steps().stream()
        .filter(s -> s.contender().candidate().equals(Optional.of(candidate)))
        .findFirst()
        .orElseThrow();
  }

  private Optional<OwnerId> standing(String name) {
    return resolved(name).top().map(Contender::owner);
  }

  @Test
  void nobodyOffersTheName() {
    assertThat(resolved("nothing").isEmpty()).isTrue();
  }

  @Test
  void row0TheRequiredOwnersEntryIsNotOverridden() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);
    givenPolicy(true, Map.of("terminal", CORE.name()));

    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(GUARD).cause()).isEqualTo(Cause.REQUIRED_OWNER);
    assertThat(step(GUARD).reason()).contains("required_owner", CORE.name());
    assertThat(resolved("terminal").state()).isEqualTo(ToolState.ACTIVE);
  }

  @Test
  void rowAAFreeNameIsTakenWhateverTheNewcomerSays() {
    Candidate weather = candidate(3, OTHER, "d1", "get_weather", "weather", true);
    givenPlugin(OTHER, 1, weather);

    assertThat(standing("get_weather")).contains(OTHER);
    assertThat(resolved("get_weather").toolset()).isEqualTo("weather");
    assertThat(step(weather).state()).isEqualTo(ToolState.ACTIVE);
  }

  @Test
  void rowBOfTwoCoreBundlesTheSecondNeedsOverride() {
    givenCore();
    given(
        new Placed(CORE_TWO, 2),
        new Declared(CORE_TWO, List.of(declaration(CORE_TWO, "terminal", "other", false))));
    Candidate second = candidate(2, CORE_TWO, Candidate.CORE, "terminal", "other", false);
    given(new Arrived(second));
    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(second).cause()).isEqualTo(Cause.BUILTIN_CLASH);

    given(new Declared(CORE_TWO, List.of(declaration(CORE_TWO, "terminal", "other", true))));
    given(new Arrived(candidate(2, CORE_TWO, Candidate.CORE, "terminal", "other", true)));
    assertThat(standing("terminal")).contains(CORE_TWO);
    assertThat(resolved("terminal").toolset()).isEqualTo("terminal");
  }

  @Test
  void rowCAGrantedPluginStandsOnTopInTheToolsetOfWhatItOverrides() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);
    givenPolicy(true, Map.of());

    assertThat(resolved("terminal").layers())
        .extracting(Contender::owner)
        .containsExactly(SAFE, CORE);
    assertThat(resolved("terminal").toolset()).isEqualTo("terminal");
    assertThat(step(GUARD).toolset()).isEqualTo("terminal");
    assertThat(step(BUILTIN).state()).isEqualTo(ToolState.SHADOWED);
    assertThat(step(BUILTIN).reason()).contains(SAFE.name());
  }

  @Test
  void rowDWithoutTheGrantThePluginIsRefusedAndToldWhatToSet() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);

    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(GUARD).state()).isEqualTo(ToolState.REFUSED);
    assertThat(step(GUARD).reason())
        .contains(CORE.name(), "allow_tool_override=true", "dev.talaria.plugin~" + SAFE.name());
  }

  @Test
  void rowDThePluginsOwnPolicyGoesBeforeTheGlobalOne() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);
    Map<String, PluginPolicy> denied = Map.of(SAFE.name(), overriding(Overriding.DENIED));
    given(new Decided(new Policy(true, Map.of(), denied)));
    assertThat(standing("terminal")).contains(CORE);

    givenPlugin(SAFE, overriding(Overriding.ALLOWED, "term*"));
    assertThat(standing("terminal")).contains(SAFE);
    givenPlugin(SAFE, overriding(Overriding.ALLOWED, "process"));
    assertThat(standing("terminal")).contains(CORE);
    givenPlugin(SAFE, overriding(Overriding.ALLOWED));
    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(GUARD).reason()).contains("override_tools");

    Map<String, PluginPolicy> limited =
        Map.of(SAFE.name(), overriding(Overriding.UNSET, "process"));
    given(new Decided(new Policy(true, Map.of(), limited)));
    assertThat(standing("terminal")).contains(CORE);
  }

  @Test
  void rowEAPluginThatDoesNotAskIsRefusedWithBothOwnersNamed() {
    givenCore();
    Candidate clash = candidate(11, OTHER, "d1", "terminal", "terminal", false);
    givenPlugin(OTHER, 1, clash);
    givenPolicy(true, Map.of());

    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(clash).cause()).isEqualTo(Cause.NAME_TAKEN);
    assertThat(step(clash).reason()).contains(CORE.name());
  }

  @Test
  void rowFAServersToolNeverTakesAName() {
    givenCore();
    Candidate remote = candidate(20, mcp("a"), "x", "terminal", "mcp-a", true);
    given(new Arrived(remote));
    givenPolicy(true, Map.of());

    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(remote).cause()).isEqualTo(Cause.MCP_CLASH);
  }

  @Test
  void rowGOfTwoServersTheFirstByNameStands() {
    given(
        new Arrived(candidate(20, mcp("b"), "x", "mcp__x__t", "mcp-b", false)),
        new Arrived(candidate(21, mcp("a"), "x", "mcp__x__t", "mcp-a", false)));

    assertThat(standing("mcp__x__t")).contains(mcp("a"));
  }

  @Test
  void severalOverridersStackInTheOrderOfTheirOwners() {
    givenCore();
    givenPlugin(SAFE, 2, GUARD);
    Candidate first = candidate(12, OTHER, "d1", "terminal", "x", true);
    givenPlugin(OTHER, 1, first);
    givenPolicy(true, Map.of());

    assertThat(resolved("terminal").layers())
        .extracting(Contender::owner)
        .containsExactly(SAFE, OTHER, CORE);
    given(new InputChange.Left(GUARD));
    assertThat(standing("terminal")).contains(OTHER);
    given(new InputChange.Left(first));
    assertThat(standing("terminal")).contains(CORE);
  }

  @Test
  void aReservedNameWithoutItsServiceIsUnavailableNeverFree() {
    givenCore();
    given(new InputChange.Left(BUILTIN));
    Candidate clash = candidate(11, OTHER, "d1", "terminal", "terminal", false);
    givenPlugin(OTHER, 1, clash);

    assertThat(standing("terminal")).contains(CORE);
    assertThat(resolved("terminal").state()).isEqualTo(ToolState.UNAVAILABLE);
    assertThat(resolved("terminal").isCallable()).isFalse();
    assertThat(step(clash).state()).isEqualTo(ToolState.REFUSED);
  }

  @Test
  void requiredOwnerIsNoGrantAndMakesTheNameUnavailable() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);
    givenPolicy(false, Map.of("terminal", SAFE.name()));

    assertThat(standing("terminal")).contains(CORE);
    assertThat(resolved("terminal").state()).isEqualTo(ToolState.UNAVAILABLE);
    assertThat(resolved("terminal").verdict()).contains("required_owner", SAFE.name());

    givenPolicy(true, Map.of("terminal", SAFE.name()));
    assertThat(standing("terminal")).contains(SAFE);
    assertThat(resolved("terminal").state()).isEqualTo(ToolState.ACTIVE);
    assertThat(resolved("terminal").layers()).hasSize(2);
  }

  @Test
  void ownersThatContradictEachOtherLeaveTheNameUnavailable() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);
    RequiredOwner both = new RequiredOwner(Set.of(SAFE.name(), CORE.name()));
    for (boolean allow : new boolean[] {true, false}) {
      given(new Decided(new Policy(allow, Map.of("terminal", both), Map.of())));
      assertThat(resolved("terminal").state()).isEqualTo(ToolState.UNAVAILABLE);
      assertThat(resolved("terminal").isCallable()).isFalse();
      assertThat(resolved("terminal").verdict())
          .contains(SAFE.name(), CORE.name(), "nobody can be at once");
    }
  }

  @Test
  void onlyThePromotedDeploymentCounts() {
    Candidate old = candidate(3, OTHER, "d1", "t", "other", false);
    Candidate next = candidate(4, OTHER, "d2", "t", "other", false);
    givenPlugin(OTHER, 1, old, next);

    assertThat(step(next).state()).isEqualTo(ToolState.STAGED);
    given(new Promoted(OTHER, "d2"));
    assertThat(step(old).state()).isEqualTo(ToolState.STAGED);
    assertThat(resolved("t").top().flatMap(Contender::candidate)).contains(next);
  }

  @Test
  void rankingDecidesOnlyWithinOneOwner() {
    Candidate low = candidate(3, OTHER, "d1", 0, document("t", "other", false));
    Candidate high = candidate(4, OTHER, "d1", 5, document("t", "other", false));
    Candidate foreign = candidate(5, SAFE, "d1", 1000, document("t", "other", false));
    givenPlugin(OTHER, 1, low, high);
    givenPlugin(SAFE, 2, foreign);

    assertThat(resolved("t").top().flatMap(Contender::candidate)).contains(high);
    assertThat(step(low).cause()).isEqualTo(Cause.RIVAL);
    assertThat(step(foreign).cause()).isEqualTo(Cause.NAME_TAKEN);
  }

  @Test
  void joiningABuiltinToolsetNeedsTheGrant() {
    givenCore();
    Candidate joining = candidate(6, OTHER, "d1", "shell_help", "terminal", false);
    givenPlugin(OTHER, 1, joining);
    assertThat(resolved("shell_help").toolset()).isEqualTo(OTHER.name());
    assertThat(step(joining).reason()).contains("toolsets");

    givenPlugin(OTHER, grants("toolsets"));
    assertThat(resolved("shell_help").toolset()).isEqualTo("terminal");
  }

  @Test
  void namesAndToolsetsOfServersAreReserved() {
    Candidate name = candidate(6, OTHER, "d1", "mcp__a__b", "other", false);
    Candidate toolset = candidate(7, OTHER, "d1", "free", "mcp-a", false);
    givenPlugin(OTHER, 1, name, toolset);

    assertThat(step(name).cause()).isEqualTo(Cause.RESERVED_FOR_MCP);
    assertThat(step(toolset).cause()).isEqualTo(Cause.RESERVED_FOR_MCP);
  }

  @Test
  void aDisabledPluginOffersNothing() {
    givenCore();
    givenPlugin(SAFE, 1, GUARD);
    givenPlugin(
        SAFE,
        new PluginPolicy(
            false, Overriding.ALLOWED, Optional.of(List.of(new NameGlob("*"))), Set.of()));

    assertThat(standing("terminal")).contains(CORE);
    assertThat(step(GUARD).cause()).isEqualTo(Cause.DISABLED);
  }

  @Test
  void aSuspendedToolStandsAndIsListed() {
    givenCore();
    given(new InputChange.Suspended(BUILTIN));

    assertThat(resolved("terminal").state()).isEqualTo(ToolState.SUSPENDED);
    assertThat(resolved("terminal").isCallable()).isTrue();
  }
}
