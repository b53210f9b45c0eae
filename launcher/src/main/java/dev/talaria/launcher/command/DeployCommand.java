package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Puts bundles into the deploy folder. */
@Command(
    name = "deploy",
    description = "Puts files into the deploy folder and waits for the outcome of each.")
final class DeployCommand extends BaseCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "JARs, or .java files with one tool each.")
  private List<String> files;

  @Option(names = "--strict", description = "Fails if one of the tools does not stand.")
  private boolean strict;

  @Mixin private JsonOption json;

  DeployCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    List<Path> paths = new ArrayList<>();
    for (String file : files) {
      Path path = environment().currentFolder().resolve(file);
      if (!Files.exists(path)) {
        throw new RefusedException(file + " does not exist; nothing was deployed");
      }
      if (!Files.isRegularFile(path) || !DroppedKind.isDroppable(file)) {
        throw new RefusedException(
            file + " is neither a .jar nor a .java file; nothing was deployed");
      }
      paths.add(path);
    }
    RuntimeClient runtime = runtime();
    ArrayNode rows = Json.object().putArray("files");
    boolean good = true;
    for (Path path : paths) {
      String name = path.getFileName().toString();
      JsonNode row = runtime.upload("/deploy?file=" + RuntimeClient.segment(name), path);
      rows.add(row);
      if (!json.wanted()) {
        Rows.printFile(row, out());
      }
      good &= isRunning(row) && !(strict && hasRefusedTool(row));
    }
    if (json.wanted()) {
      printJson(rows.size() == 1 ? rows.get(0) : rows);
    }
    return good ? DONE : FAILED;
  }

  static boolean isRunning(JsonNode row) {
    return text(row, "outcome").equals("ACTIVE");
  }

  private static boolean hasRefusedTool(JsonNode row) {
    for (JsonNode tool : row.path("tools")) {
      if (text(tool, "state").equals("REFUSED")) {
        return true;
      }
    }
    return false;
  }
}
