package dev.talaria.itests.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One official TypeScript client as a process, driven over its stdin and stdout. The thread that
 * reads its lines completes the answers and counts the events; tests wait for either.
 */
public final class McpClientProcess implements AutoCloseable {
  /** An SDK, an era of the protocol and a transport. */
  public record Kind(String sdk, String mode, String transport) {
    public static final Kind V1_HTTP = new Kind("v1", "legacy", "http");
    public static final Kind V2_HTTP = new Kind("v2", "modern", "http");
    public static final Kind V1_STDIO = new Kind("v1", "legacy", "stdio");
    public static final Kind V2_STDIO = new Kind("v2", "modern", "stdio");

    @Override
    public String toString() {
      return "TypeScript SDK " + sdk + ", " + mode + ", " + transport;
    }
  }

  // Longer than the runtime gathers changes for (notify_window), and what a second one would take.
  private static final Duration QUIET = Duration.ofMillis(400);

  private final Child child;
  private final Home home;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> events = new ConcurrentHashMap<>();

  private McpClientProcess(Kind kind, Home home, ObjectNode config) {
    this.home = home;
    ProcessBuilder builder =
        new ProcessBuilder(
                Clients.binary("node").toString(),
                Clients.folder().resolve("driver.mjs").toString(),
                config.toString())
            .directory(home.workspace().toFile());
    child = Child.start(kind.toString(), builder, this::received);
  }

  /** Connects a client to a runtime's home in the way of its kind. */
  public static McpClientProcess connect(Kind kind, RuntimeProcess runtime) {
    ObjectNode config = config(kind);
    if (kind.transport().equals("http")) {
      config.put("url", runtime.mcpUrl());
      config.put("token", runtime.api().token());
    } else {
      bridge(config, runtime.home(), "--workspace", runtime.home().workspace().toString());
    }
    return connected(kind, runtime.home(), config);
  }

  /** Connects a client over a bridge, whether a runtime runs or not. */
  public static McpClientProcess bridge(Kind kind, Home home, String... options) {
    ObjectNode config = config(kind);
    bridge(config, home, options);
    return connected(kind, home, config);
  }

  private static ObjectNode config(Kind kind) {
    return Json.object("sdk", kind.sdk(), "mode", kind.mode(), "transport", kind.transport());
  }

  private static void bridge(ObjectNode config, Home home, String... options) {
    List<String> command = new Cli(Distribution.folder(), home).builder("stdio").command();
    config.put("command", command.get(0));
    command.subList(1, command.size()).forEach(config.withArray("args")::add);
    for (String option : options) {
      config.withArray("args").add(option);
    }
    config.put("cwd", home.workspace().toString());
    // The SDKs hand on few variables by themselves, and not the one that chooses the Java.
    config.set(
        "env",
        Json.object(
            "PATH",
            System.getenv("PATH"),
            "HOME",
            home.workspace().toString(),
            "JAVA_HOME",
            System.getProperty("java.home")));
  }

  private static McpClientProcess connected(Kind kind, Home home, ObjectNode config) {
    McpClientProcess client = new McpClientProcess(kind, home, config);
    try {
      client.explained("the client is connected", () -> client.count("ready") == 1);
      return client;
    } catch (RuntimeException | Error e) {
      client.close();
      throw e;
    }
  }

  private void received(String line) {
    JsonNode message = Json.parse(line);
    if (message.has("event")) {
      events
          .computeIfAbsent(message.path("event").asString(), name -> new AtomicInteger())
          .incrementAndGet();
    } else {
      CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
      if (answer != null) {
        answer.complete(message);
      }
    }
  }

  private int count(String event) {
    AtomicInteger count = events.get(event);
    return count == null ? 0 : count.get();
  }

  /** Returns how many times the client heard that the list has changed. */
  public int listChanges() {
    return count("list_changed");
  }

  /** Waits until the client has heard exactly so many times that the list has changed. */
  public void awaitListChanges(int expected) {
    explained(expected + " notifications", () -> listChanges() >= expected);
    await("no more than " + expected + " notifications")
        .during(QUIET)
        .atMost(QUIET.plusSeconds(10))
        .untilAsserted(() -> assertThat(listChanges()).isEqualTo(expected));
  }

  /** Waits until the client knows that the connection is over. */
  public void awaitClosed() {
    explained("the client knows of the end", () -> count("closed") > 0);
  }

  /** Lists the tools, all pages. */
  public JsonNode tools() {
    return result(ask(Json.object("op", "tools")));
  }

  public List<String> toolNames() {
    return Json.texts(tools(), "name");
  }

  /** Calls a tool and returns its result, an error of the tool included. */
  public JsonNode call(String tool, JsonNode arguments) {
    return result(tryCall(tool, arguments));
  }

  /** Calls a tool; the answer has a result, or the error of the protocol. */
  public JsonNode tryCall(String tool, JsonNode arguments) {
    return ask(Json.object("op", "call", "name", tool, "arguments", arguments));
  }

  /** Returns the text of a tool's result. */
  public static String text(JsonNode result) {
    return String.join("\n", Json.texts(result.path("content"), "text"));
  }

  private JsonNode result(JsonNode answer) {
    if (!answer.has("result")) {
      throw new AssertionError("the client says " + answer + "\n" + home.logTail());
    }
    return answer.path("result");
  }

  private JsonNode ask(ObjectNode request) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    child.say(request.put("id", id).toString());
    try {
      return answer.get(RuntimeProcess.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("no answer to " + request + "; " + child + "\n" + home.logTail(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void explained(String what, java.util.concurrent.Callable<Boolean> fact) {
    try {
      await(what)
          .atMost(RuntimeProcess.PATIENCE)
          .until(
              () -> {
                if (count("failed") > 0) {
                  throw new AssertionError("the client failed; " + child + "\n" + home.logTail());
                }
                return fact.call();
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("not so: " + what + "; " + child + "\n" + home.logTail(), e);
    }
  }

  /** Returns what the client and its bridge printed. */
  public String output() {
    return child.toString();
  }

  /** Lets the client go as it wants to, and ends what is left of it. */
  @Override
  public void close() {
    try (child) {
      if (child.isAlive() && count("ready") > 0) {
        child.say(Json.object("op", "close", "id", 0).toString());
        child.awaitExit(RuntimeProcess.PATIENCE);
      }
    }
  }
}
