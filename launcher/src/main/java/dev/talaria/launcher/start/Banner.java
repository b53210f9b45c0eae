package dev.talaria.launcher.start;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeToken;
import dev.talaria.launcher.home.Workspace;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.runtime.RuntimeRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/** What {@code run} prints when the runtime is ready. */
final class Banner {
  private final Home home;
  private final Workspace workspace;

  Banner(Home home, Workspace workspace) {
    this.home = home;
    this.workspace = workspace;
  }

  /** Prints all at once, so that who waits for the first line has the rest too. */
  void print(RuntimeRecord runtime, PrintStream out) {
    StringBuilder text = new StringBuilder();
    text.append("Talaria ").append(runtime.version());
    text.append(" is running (process ").append(runtime.pid()).append(")\n");
    line(text, "address", runtime.url().toString());
    line(text, "MCP", runtime.mcpUrl().toString());
    line(text, "home", home.toString());
    line(text, "workspace", workspace.folder().map(Path::toString).orElse("none"));
    status(text, runtime);
    line(text, "connect", "talaria connect inspector");
    text.append("Ctrl-C stops it.\n");
    out.print(text);
    out.flush();
  }

  /** Its own API answers how many tools there are; a fault there does not end a running runtime. */
  private void status(StringBuilder text, RuntimeRecord runtime) {
    String deploy = home.deploy().toString();
    try {
      JsonNode status = new RuntimeClient(runtime.url(), HomeToken.read(home)).get("/status");
      line(text, "tools", Integer.toString(status.path("tools").asInt()));
      line(
          text,
          "deploy",
          status.path("deployFolder").asString(deploy) + "   (drop bundle JARs here)");
      for (JsonNode problem : status.path("problems")) {
        line(text, "problem", problem.asString());
      }
    } catch (RefusedException e) {
      line(text, "tools", "unknown: " + e.getMessage());
      line(text, "deploy", deploy);
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("  ").append(name).append(" ".repeat(11 - name.length()));
    text.append(Text.line(value)).append('\n');
  }
}
