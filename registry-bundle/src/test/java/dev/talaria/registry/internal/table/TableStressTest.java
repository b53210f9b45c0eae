package dev.talaria.registry.internal.table;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static dev.talaria.registry.internal.Fixtures.declaration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.RemoteServer;
import dev.talaria.admin.RemoteTool;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.remote.RemoteServers;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Writers, bracketers, a server that replaces its set, a policy that flips, and readers who hold
 * each table they see against its own inputs: no table is one that no sequence explains, none shows
 * half of a transaction, and what survives is in all of them.
 */
@Timeout(900)
class TableStressTest {
  private static final Duration TIME =
      Boolean.getBoolean("talaria.long") ? Duration.ofMinutes(10) : Duration.ofSeconds(20);
  private static final OwnerId CORE = OwnerId.builtin("core.a");
  private static final OwnerId LOOSE = OwnerId.plugin("plug.loose");
  private static final OwnerId PAIRED = OwnerId.plugin("plug.paired");
  private static final String KEPT = "mcp__srv__kept";
  private static final int TOOLS_OF_SERVER = 4;

  private final ChangeNotifier notifier = new ChangeNotifier();
  private final TablePublisher publisher = new TablePublisher(notifier);
  private final ListenerHub listeners = new ListenerHub(publisher::table);
  private final AtomicBoolean end = new AtomicBoolean();
  private final AtomicLong ids = new AtomicLong(1);
  private final AtomicLong tablesRead = new AtomicLong();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();

  private interface Work {
    void once(Random random) throws Exception;
  }

  private void work(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              Random random = new Random(name.hashCode());
              try {
                while (!end.get() && wrong.isEmpty()) {
                  work.once(random);
                }
              } catch (Exception | AssertionError e) {
                wrong.add(name + ": " + e);
              }
            },
            name);
    thread.start();
    threads.add(thread);
  }

  @Test
  void readersSeeOnlyWhatSomeSequenceExplains() throws Exception {
    publisher.apply(
        List.of(
            new InputChange.Placed(CORE, 1),
            new InputChange.Declared(CORE, List.of(declaration(CORE, "t0", "base", false))),
            new InputChange.Arrived(candidate(0, CORE, Candidate.CORE, "t0", "base", false)),
            new InputChange.Placed(LOOSE, 1),
            new InputChange.Promoted(LOOSE, "d1"),
            new InputChange.Placed(PAIRED, 2)));
    RemoteServer server =
        new RemoteServers(
                publisher, Fixtures.MAPPER, (action, delay) -> new CompletableFuture<Void>())
            .open("srv", closed -> {});
    server.replaceAll(serverTools(0), "0");
    replacePair(List.of(), 0);
    Binding kept = publisher.table().entry(KEPT).binding();
    Set<String> heard = new TreeSet<>();
    notifier.start(List.of(listeners));
    listeners.subscribe(
        Visibility.ALL,
        change -> {
          heard.addAll(change.added());
          change.removed().forEach(heard::remove);
        });
    publisher.table().view(Visibility.ALL).tools().forEach(tool -> heard.add(tool.name()));

    work("loose", this::comeAndGo);
    work("loose-2", this::comeAndGo);
    AtomicLong round = new AtomicLong(1);
    work("server", random -> server.replaceAll(serverTools(round.getAndIncrement()), "1"));
    work("server-outages", random -> flicker(server, random));
    work("paired", new Pairs());
    work("policy", random -> flipPolicy(random.nextBoolean()));
    for (int i = 0; i < 2; i++) {
      AtomicLong generation = new AtomicLong();
      work("reader-" + i, random -> read(kept, generation));
    }
    long until = System.nanoTime() + TIME.toNanos();
    for (Thread thread : threads) {
      while (thread.isAlive() && System.nanoTime() < until) {
        thread.join(200);
      }
    }
    end.set(true);
    for (Thread thread : threads) {
      thread.join(30_000);
      assertThat(thread.isAlive()).isFalse();
    }
    notifier.close();
    assertThat(wrong).isEmpty();
    assertThat(tablesRead).hasValueGreaterThan(100);
    assertThat(List.copyOf(heard))
        .isEqualTo(
            publisher.table().view(Visibility.ALL).tools().stream().map(ToolInfo::name).toList());
  }

  private void comeAndGo(Random random) {
    String name = "t" + random.nextInt(6);
    Candidate candidate =
        candidate(ids.getAndIncrement(), LOOSE, "d1", name, "own", random.nextBoolean());
    publisher.apply(new InputChange.Arrived(candidate));
    if (random.nextInt(3) == 0) {
      publisher.apply(new InputChange.Suspended(candidate));
    }
    publisher.apply(new InputChange.Left(candidate));
  }

  private static List<RemoteTool> serverTools(long round) {
    List<RemoteTool> tools = new ArrayList<>();
    tools.add(remote(KEPT, "Is always there."));
    for (int i = 0; i < TOOLS_OF_SERVER; i++) {
      tools.add(remote("mcp__srv__t" + (round + i) % 7, "Of round " + round));
    }
    return tools;
  }

  private static RemoteTool remote(String name, String description) {
    return new RemoteTool(
        ToolDeclaration.named(name, "mcp-srv").description(description).build(),
        (arguments, context) -> "");
  }

  /** Within its grace a lost server's tools are listed: this must never hide the kept one. */
  private static void flicker(RemoteServer server, Random random) {
    server.unavailable("lost", Duration.ofHours(1));
    if (random.nextBoolean()) {
      server.available();
    }
  }

  /** Two names that change their deployment together, within brackets. */
  private final class Pairs implements Work {
    private List<Candidate> standing = List.of();
    private int number;

    @Override
    public void once(Random random) {
      standing = replacePair(standing, ++number);
    }
  }

  private List<Candidate> replacePair(List<Candidate> old, int number) {
    String deployment = "d" + number;
    List<Candidate> next = new ArrayList<>();
    try (Subscription bracket = publisher.bracket(PAIRED)) {
      assertThat(bracket).isNotNull();
      old.forEach(candidate -> publisher.apply(new InputChange.Left(candidate)));
      for (String name : List.of("pair_one", "pair_two")) {
        Candidate candidate =
            candidate(ids.getAndIncrement(), PAIRED, deployment, name, "own", false);
        next.add(candidate);
        publisher.apply(new InputChange.Arrived(candidate));
      }
      publisher.apply(new InputChange.Promoted(PAIRED, deployment));
    }
    return next;
  }

  private void flipPolicy(boolean allow) {
    publisher.apply(new InputChange.Decided(new Policy(allow, Map.of(), Map.of())));
  }

  private void read(Binding kept, AtomicLong generation) {
    ToolTable table = publisher.table();
    tablesRead.incrementAndGet();
    assertThat(table.generation()).isGreaterThanOrEqualTo(generation.get());
    generation.set(table.generation());

    Set<String> names = new TreeSet<>(table.inputs().names());
    for (NameEntry entry : table.entries()) {
      assertThat(entry.resolution())
          .isEqualTo(Resolver.resolve(entry.resolution().name(), table.inputs()));
      names.remove(entry.resolution().name());
    }
    names.forEach(name -> assertThat(Resolver.resolve(name, table.inputs()).isEmpty()).isTrue());

    assertThat(table.entry(KEPT).binding()).isSameAs(kept);
    assertThat(deployment(table, "pair_one")).isEqualTo(deployment(table, "pair_two"));
    List<ToolInfo> listed = table.view(Visibility.ALL).tools();
    List<ToolInfo> ofServer =
        listed.stream().filter(tool -> tool.toolset().equals("mcp-srv")).toList();
    assertThat(ofServer).hasSize(TOOLS_OF_SERVER + 1);
    assertThat(
            ofServer.stream()
                .filter(tool -> !tool.name().equals(KEPT))
                .map(ToolInfo::description)
                .distinct())
        .hasSize(1);
    assertThat(listed).extracting(ToolInfo::name).contains("t0", KEPT, "pair_one").isSorted();
  }

  private static String deployment(ToolTable table, String name) {
    return table
        .entry(name)
        .resolution()
        .top()
        .orElseThrow()
        .candidate()
        .orElseThrow()
        .deployment();
  }
}
