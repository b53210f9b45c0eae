package dev.talaria.launcher.start;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeToken;
import dev.talaria.launcher.home.Workspace;
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

  void print(RuntimeRecord runtime, PrintStream out) {
    out.println("Talaria " + runtime.version() + " is running (process " + runtime.pid() + ")");
    out.println("  address    " + runtime.url());
    out.println("  MCP        " + runtime.mcpUrl());
    out.println("  home       " + home);
    out.println("  workspace  " + workspace.folder().map(Path::toString).orElse("none"));
    printStatus(runtime, out);
    out.println("  connect    talaria connect inspector");
    out.println("Ctrl-C stops it.");
    out.flush();
  }

  /** Its own API answers how many tools there are; a fault there does not end a running runtime. */
  private void printStatus(RuntimeRecord runtime, PrintStream out) {
    try {
      JsonNode status = new RuntimeClient(runtime.url(), HomeToken.read(home)).get("/status");
      out.println("  tools      " + status.path("tools").asInt());
      out.println(
          "  deploy     "
              + status.path("deployFolder").asString(home.deploy().toString())
              + "   (drop bundle JARs here)");
      for (JsonNode problem : status.path("problems")) {
        out.println("  problem    " + problem.asString());
      }
    } catch (RefusedException e) {
      out.println("  tools      unknown: " + e.getMessage());
      out.println("  deploy     " + home.deploy());
    }
  }
}
