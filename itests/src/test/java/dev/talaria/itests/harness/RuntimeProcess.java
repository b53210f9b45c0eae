package dev.talaria.itests.harness;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/** A runtime of a distribution, started by {@code talaria run}. */
public final class RuntimeProcess implements AutoCloseable {
  /** How long anything may take that takes moments on a machine at rest. */
  public static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Home home;
  private final Cli cli;
  private final Child child;

  private RuntimeProcess(Home home, Cli cli, Child child) {
    this.home = home;
    this.cli = cli;
    this.child = child;
  }

  /** Starts a runtime and waits until it is ready. */
  public static RuntimeProcess start(Home home, String... options) {
    return start(new Cli(Distribution.folder(), home), options);
  }

  /** Starts a runtime by a command of one's own and waits until it is ready. */
  public static RuntimeProcess start(Cli cli, String... options) {
    RuntimeProcess runtime = launch(cli, options);
    try {
      runtime.awaitReady();
      return runtime;
    } catch (RuntimeException | Error e) {
      runtime.close();
      throw e;
    }
  }

  /** Starts a runtime without waiting. */
  public static RuntimeProcess launch(Cli cli, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", "--port", "0"));
    arguments.addAll(List.of("--workspace", cli.home().workspace().toString()));
    arguments.addAll(List.of(options));
    return new RuntimeProcess(cli.home(), cli, cli.start(arguments.toArray(String[]::new)));
  }

  private void awaitReady() {
    explained(
        "the runtime is ready",
        () -> {
          if (!child.isAlive()) {
            throw new AssertionError("the runtime ended; " + child + "\n" + home.logTail());
          }
          return child.out().contains("Ctrl-C");
        });
  }

  public Home home() {
    return home;
  }

  /** Returns the process, whose output begins with the banner. */
  public Child process() {
    return child;
  }

  /** Runs a command against this runtime's home. */
  public Cli.Result cli(String... arguments) {
    return cli.run(arguments);
  }

  public Cli cli() {
    return cli;
  }

  /** Returns where this runtime listens. */
  public String url() {
    return api().url();
  }

  public String mcpUrl() {
    return url() + "/mcp";
  }

  /** Returns its API with the home's token. */
  public RuntimeApi api() {
    return RuntimeApi.of(home);
  }

  /** Waits for a fact; fails with what the runtime logged. */
  public void explained(String what, Supplier<Boolean> fact) {
    try {
      await(what).atMost(PATIENCE).until(fact::get);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "not within " + PATIENCE + ": " + what + "\n" + child + "\n" + home.logTail(), e);
    }
  }

  /** Waits until a file of the deploy folder has an outcome and returns its row. */
  public JsonNode awaitOutcome(String file, String outcome) {
    JsonNode[] last = {Json.object()};
    try {
      await(file + " is " + outcome)
          .atMost(PATIENCE)
          .until(
              () -> {
                last[0] = api().file(file).orElse(Json.object());
                return last[0].path("outcome").asString("").equals(outcome);
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          file + " is not " + outcome + " but " + last[0] + "\n" + home.logTail(), e);
    }
    return last[0];
  }

  /** Waits until a file of the deploy folder is known no more. */
  public void awaitGone(String file) {
    explained(file + " is gone", () -> api().file(file).isEmpty());
  }

  /** Waits until a tool stands and is this owner's. */
  public void awaitOwner(String tool, String owner) {
    explained(
        tool + " is " + owner + "'s",
        () ->
            api()
                .standing(tool)
                .map(row -> row.path("owner").asString())
                .equals(Optional.of(owner)));
  }

  /** Ends it as Ctrl-C does and returns the exit code. */
  public int terminate() {
    child.terminate();
    return child.awaitExit(PATIENCE);
  }

  /** Ends it without a chance to clean up. */
  public void kill() {
    child.kill();
    child.awaitExit(PATIENCE);
  }

  @Override
  public void close() {
    child.close();
  }
}
