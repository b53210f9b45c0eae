package dev.talaria.registry.internal.table;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static dev.talaria.registry.internal.Fixtures.declaration;
import static dev.talaria.registry.internal.Fixtures.mcp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.Subscription;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.model.Outage;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.PluginPolicy.Overriding;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * After any sequence of events the table equals the resolution of the current inputs, and any order
 * of the events that are left gives the same table.
 */
class TablePropertyTest {
  private static final List<String> NAMES = List.of("one", "two", "mcp__x__y");
  private static final List<OwnerId> CORES =
      List.of(OwnerId.builtin("core.a"), OwnerId.builtin("core.b"));
  private static final List<OwnerId> PLUGINS =
      List.of(OwnerId.plugin("plug.a"), OwnerId.plugin("plug.b"), OwnerId.plugin("plug.c"));
  private static final List<OwnerId> SERVERS = List.of(mcp("a"), mcp("b"));
  private static final List<Candidate> CANDIDATES = candidates();

  private static List<Candidate> candidates() {
    List<Candidate> all = new ArrayList<>();
    long id = 1;
    for (String name : NAMES) {
      for (OwnerId core : CORES) {
        all.add(candidate(id++, core, Candidate.CORE, name, "base", core.name().endsWith("b")));
      }
      for (OwnerId plugin : PLUGINS) {
        for (String deployment : List.of("d1", "d2")) {
          all.add(candidate(id++, plugin, deployment, name, "base", true));
          all.add(candidate(id++, plugin, deployment, name, "own", false));
        }
      }
      for (OwnerId server : SERVERS) {
        all.add(candidate(id++, server, "x", name, "mcp-s", false));
      }
    }
    return all;
  }

  /** The truth, kept in the simplest way. */
  private static final class Model {
    final Set<Candidate> present = new HashSet<>();
    final Set<Candidate> suspended = new HashSet<>();
    final Map<OwnerId, Long> order = new HashMap<>();
    final Map<OwnerId, String> promoted = new HashMap<>();
    final Map<OwnerId, InputChange.Declared> declared = new HashMap<>();
    final Map<OwnerId, InputChange.Outaged> outages = new HashMap<>();
    Policy policy = Policy.CLOSED;

    void apply(InputChange change) {
      if (change instanceof InputChange.Arrived a) {
        present.add(a.candidate());
        suspended.remove(a.candidate());
      } else if (change instanceof InputChange.Left l) {
        present.remove(l.candidate());
        suspended.remove(l.candidate());
      } else if (change instanceof InputChange.Suspended s) {
        if (present.contains(s.candidate())) {
          suspended.add(s.candidate());
        }
      } else if (change instanceof InputChange.Placed p) {
        order.put(p.who(), p.order());
      } else if (change instanceof InputChange.Promoted p) {
        promoted.put(p.who(), p.deployment());
      } else if (change instanceof InputChange.Forgotten f) {
        order.remove(f.who());
        promoted.remove(f.who());
      } else if (change instanceof InputChange.Declared d) {
        declared.put(d.who(), d);
      } else if (change instanceof InputChange.Outaged o) {
        outages.put(o.who(), o);
      } else if (change instanceof InputChange.Decided d) {
        policy = d.policy();
      }
    }

    /** What is left, as the events that lead there. */
    List<InputChange> events() {
      List<InputChange> events = new ArrayList<>();
      present.forEach(c -> events.add(new InputChange.Arrived(c)));
      order.forEach((owner, n) -> events.add(new InputChange.Placed(owner, n)));
      promoted.forEach((owner, d) -> events.add(new InputChange.Promoted(owner, d)));
      events.addAll(declared.values());
      events.addAll(outages.values());
      events.add(new InputChange.Decided(policy));
      return events;
    }
  }

  @Property(tries = 600)
  void theTableEqualsTheResolutionOfWhatIsThere(
      @ForAll("sequences") List<InputChange> sequence, @ForAll long seed) {
    Random random = new Random(seed);
    TablePublisher publisher = new TablePublisher(new ChangeNotifier());
    Model model = new Model();
    Map<OwnerId, Subscription> brackets = new HashMap<>();
    long generation = 0;
    for (InputChange change : sequence) {
      change.owner().ifPresent(owner -> toggleBracket(owner, brackets, publisher, random));
      publisher.apply(change);
      model.apply(change);
      assertThat(publisher.table().generation()).isGreaterThanOrEqualTo(generation);
      generation = publisher.table().generation();
      assertConsistent(publisher.table());
    }
    brackets.values().forEach(Subscription::close);
    assertConsistent(publisher.table());

    List<InputChange> events = model.events();
    Collections.shuffle(events, random);
    TablePublisher again = new TablePublisher(new ChangeNotifier());
    events.forEach(again::apply);
    // A suspension presumes its candidate, so these come after the arrivals, in any order.
    model.suspended.forEach(c -> again.apply(new InputChange.Suspended(c)));
    assertThat(contents(publisher.table())).isEqualTo(contents(again.table()));
  }

  private static void toggleBracket(
      OwnerId owner, Map<OwnerId, Subscription> brackets, TablePublisher publisher, Random random) {
    if (random.nextInt(4) == 0) {
      Subscription open = brackets.remove(owner);
      if (open == null) {
        brackets.put(owner, publisher.bracket(owner));
      } else {
        open.close();
      }
    }
  }

  private static void assertConsistent(ToolTable table) {
    Map<String, List<Object>> expected = new TreeMap<>();
    Inputs inputs = table.inputs();
    for (String name : NAMES) {
      Resolution resolution = Resolver.resolve(name, inputs);
      if (!resolution.isEmpty()) {
        expected.put(name, digest(resolution));
      }
    }
    assertThat(contents(table)).isEqualTo(expected);
  }

  private static Map<String, List<Object>> contents(ToolTable table) {
    Map<String, List<Object>> contents = new TreeMap<>();
    table.entries().forEach(e -> contents.put(e.resolution().name(), digest(e.resolution())));
    return contents;
  }

  /** All that is said about a name, in a form that can be read when it is wrong. */
  private static List<Object> digest(Resolution resolution) {
    List<Object> digest = new ArrayList<>();
    resolution
        .steps()
        .forEach(
            s ->
                digest.add(
                    List.of(
                        s.contender().owner(),
                        s.contender().candidate().map(Candidate::id),
                        s.state(),
                        s.cause(),
                        s.toolset(),
                        s.reason())));
    resolution
        .layers()
        .forEach(l -> digest.add(List.of(l.owner(), l.candidate().map(Candidate::id))));
    digest.addAll(List.of(resolution.toolset(), resolution.state(), resolution.verdict()));
    return digest;
  }

  @Provide
  Arbitrary<List<InputChange>> sequences() {
    Arbitrary<Candidate> candidate = Arbitraries.of(CANDIDATES);
    Arbitrary<OwnerId> plugin = Arbitraries.of(PLUGINS);
    Arbitrary<InputChange> arrived = candidate.map(InputChange.Arrived::new);
    Arbitrary<InputChange> left = candidate.map(InputChange.Left::new);
    Arbitrary<InputChange> suspended = candidate.map(InputChange.Suspended::new);
    List<OwnerId> owners = new ArrayList<>(CORES);
    owners.addAll(PLUGINS);
    Arbitrary<InputChange> placed =
        Arbitraries.of(owners)
            .flatMap(o -> Arbitraries.longs().between(1, 3).map(n -> new InputChange.Placed(o, n)));
    Arbitrary<InputChange> promoted =
        plugin.flatMap(o -> Arbitraries.of("d1", "d2").map(d -> new InputChange.Promoted(o, d)));
    Arbitrary<InputChange> forgotten = plugin.map(InputChange.Forgotten::new);
    Arbitrary<InputChange> declared =
        Arbitraries.of(CORES)
            .flatMap(
                core ->
                    Arbitraries.subsetOf("one", "two")
                        .map(
                            names ->
                                new InputChange.Declared(
                                    core,
                                    names.stream()
                                        .sorted()
                                        .map(
                                            n ->
                                                declaration(
                                                    core, n, "base", core.name().endsWith("b")))
                                        .toList())));
    Arbitrary<InputChange> outaged =
        Arbitraries.of(SERVERS)
            .flatMap(
                server ->
                    Arbitraries.of(
                            Optional.<Outage>empty(),
                            Optional.of(new Outage("lost", true)),
                            Optional.of(new Outage("lost for good", false)))
                        .map(outage -> new InputChange.Outaged(server, outage)));
    return Arbitraries.frequencyOf(
            Tuple.of(8, arrived),
            Tuple.of(2, outaged),
            Tuple.of(4, left),
            Tuple.of(2, suspended),
            Tuple.of(2, placed),
            Tuple.of(4, promoted),
            Tuple.of(1, forgotten),
            Tuple.of(2, declared),
            Tuple.of(2, policies().map(InputChange.Decided::new)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  private static Arbitrary<Policy> policies() {
    Arbitrary<Map<String, RequiredOwner>> required =
        Arbitraries.of(
            Map.of(),
            Map.of("one", RequiredOwner.of("plug.a")),
            Map.of("one", new RequiredOwner(Set.of("core.a", "plug.a"))),
            Map.of("one", RequiredOwner.of("core.a"), "two", RequiredOwner.of("plug.b")));
    Arbitrary<PluginPolicy> plugin =
        Arbitraries.of(
            PluginPolicy.UNSAID,
            new PluginPolicy(false, Overriding.UNSET, Optional.empty(), Set.of()),
            new PluginPolicy(true, Overriding.DENIED, Optional.empty(), Set.of("toolsets")),
            new PluginPolicy(
                true, Overriding.ALLOWED, Optional.of(List.of(new NameGlob("o*"))), Set.of()));
    return Arbitraries.of(true, false)
        .flatMap(
            allow ->
                required.flatMap(
                    owners -> plugin.map(p -> new Policy(allow, owners, Map.of("plug.a", p)))));
  }
}
