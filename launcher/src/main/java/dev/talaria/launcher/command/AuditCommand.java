package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Prints the audit trail. */
@Command(
    name = "audit",
    description = "Who arrived, left, overrode, was refused, changed policy, and what was called.")
final class AuditCommand extends BaseCommand {
  private static final long POLL_MILLIS = 500;

  @Option(names = "--follow", description = "Goes on printing new events, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--tail",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many events to begin with (default: ${DEFAULT-VALUE}).")
  private int tail;

  @Mixin private JsonOption json;

  AuditCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws InterruptedException {
    if (tail < 0) {
      throw wrongUsage("--tail takes a number from 0");
    }
    RuntimeClient runtime = runtime();
    JsonNode answer = runtime.get("/audit?tail=" + tail);
    if (json.wanted() && !follow) {
      printJson(answer);
      return DONE;
    }
    long last = print(answer, 0);
    while (follow) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      last = print(runtime.get("/audit?after=" + last), last);
    }
    return DONE;
  }

  /** Prints events, as JSON one a line, and returns the number of the last. */
  private long print(JsonNode answer, long before) {
    long last = before;
    for (JsonNode event : answer.path("events")) {
      last = Math.max(last, event.path("seq").asLong(before));
      out().println(json.wanted() ? event.toString() : lineOf(event));
    }
    return last;
  }

  private static String lineOf(JsonNode event) {
    StringBuilder line = new StringBuilder();
    line.append(text(event, "time")).append("  ").append(text(event, "kind"));
    event.forEachEntry(
        (key, value) -> {
          if (!key.equals("time") && !key.equals("kind") && !key.equals("seq")) {
            line.append("  ").append(key).append('=');
            line.append(value.isValueNode() ? value.asString() : value.toString());
          }
        });
    return Text.line(line.toString());
  }
}
