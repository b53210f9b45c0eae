package dev.talaria.launcher.stdio;

import dev.talaria.launcher.distribution.Distribution;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.Workspace;
import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.runtime.Runtimes;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Connects a client's stdin and stdout to the runtime of a home, starting one if none runs. */
public final class StdioMain {
  private static final String MCP_PREFIX = "mcp-";
  private static final String OLD_SUFFIX = "_tools";
  private static final int HTTP_THREADS = 8;

  private final Home home;
  private final Distribution distribution;
  private final PrintStream err;

  /**
   * Creates the connection.
   *
   * @param err for messages to people; nothing but protocol ever goes to the output
   */
  public StdioMain(Home home, Distribution distribution, PrintStream err) {
    this.home = home;
    this.distribution = distribution;
    this.err = err;
  }

  /**
   * Carries messages until the client or the runtime ends.
   *
   * @param workspace that the tools of this client work in
   * @param toolsets that it sees; empty: all
   * @param toolSearch off, auto or on
   * @throws RefusedException if the runtime does not start or ended first
   */
  public void run(
      InputStream in,
      PrintStream out,
      Workspace workspace,
      List<String> toolsets,
      String toolSearch) {
    if (!workspace.note().isEmpty()) {
      err.println("talaria: " + workspace.note());
    }
    RuntimeClient runtime = connect();
    warnOfUnknown(toolsets, runtime);
    List<String> folders =
        workspace.folder().map(folder -> List.of(folder.toString())).orElse(List.of());
    AtomicInteger threads = new AtomicInteger();
    ExecutorService executor =
        Executors.newFixedThreadPool(
            HTTP_THREADS,
            task -> {
              Thread thread = new Thread(task, "talaria-stdio-http-" + threads.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    try (Credential credential = Credential.issue(runtime, folders, toolsets, toolSearch)) {
      StdioBridge bridge =
          new StdioBridge(
              in,
              out,
              new McpExchanges(credential.mcpUrl(), credential.token(), executor),
              credential::doubt);
      credential.keepAlive(() -> bridge.runtimeLost("the runtime has ended"));
      Optional<String> fault = bridge.run();
      if (fault.isPresent()) {
        throw new RefusedException(
            fault.get() + "; connect again to start another (its log is " + home.log() + ")");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("interrupted", e);
    } finally {
      executor.shutdownNow();
    }
  }

  /** What has them may still come; but who mistyped one should not have to read the log. */
  private void warnOfUnknown(List<String> toolsets, RuntimeClient runtime) {
    Optional<JsonNode> listed = toolsets.isEmpty() ? Optional.empty() : runtime.find("/toolsets");
    if (listed.isEmpty()) {
      return;
    }
    Set<String> known = new TreeSet<>(Set.of("all", "*"));
    for (JsonNode toolset : listed.get().path("toolsets")) {
      String name = toolset.path("name").asString("");
      known.add(name);
      if (name.startsWith(MCP_PREFIX)) {
        known.add(name.substring(MCP_PREFIX.length()));
      }
    }
    for (String name : toolsets) {
      // Names of that form are also those from before there were toolsets, which are not listed.
      if (!known.contains(name) && !name.endsWith(OLD_SUFFIX)) {
        err.println(
            "talaria: there is no toolset '"
                + name
                + "' now; its tools appear when it is there (`talaria toolsets` lists all)");
      }
    }
  }

  private RuntimeClient connect() {
    // Idle connections are given up before the server does, so that none dies under a request.
    System.setProperty("jdk.httpclient.keepalive.timeout", "15");
    new BackgroundStart(home, distribution).awaitRuntime();
    return Runtimes.require(home);
  }
}
