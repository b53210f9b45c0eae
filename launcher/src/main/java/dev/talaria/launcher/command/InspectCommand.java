package dev.talaria.launcher.command;

import dev.talaria.formats.jar.BundleManifest;
import dev.talaria.formats.jar.Clause;
import dev.talaria.formats.jar.JarSignature;
import dev.talaria.formats.jar.Signer;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.inspect.InspectedTool;
import dev.talaria.launcher.inspect.Inspection;
import dev.talaria.launcher.inspect.Inspector;
import dev.talaria.launcher.inspect.OverridePolicy;
import dev.talaria.launcher.logging.LogFiles;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows what a file is and whether it would be accepted. */
@Command(
    name = "inspect",
    description = "Shows what a bundle offers and asks for, and whether it would be accepted.")
final class InspectCommand extends SettingsCommand {
  @Parameters(paramLabel = "FILE", description = "The JAR of a bundle; nothing of it is run.")
  private String file;

  @Mixin private JsonOption json;

  InspectCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    LogFiles.silence();
    Path path = environment().currentFolder().resolve(file).toAbsolutePath().normalize();
    if (!Files.isRegularFile(path)) {
      throw new RefusedException(file + " is no file; pass the JAR of a bundle");
    }
    Inspection found;
    try {
      found =
          new Inspector(
                  environment().distribution().get().coreList(),
                  home().deploy(),
                  new OverridePolicy(settings()))
              .inspect(path);
    } catch (IOException e) {
      throw new RefusedException(file + " cannot be read: " + e.getMessage(), e);
    }
    if (json.wanted()) {
      printJson(asJson(found));
    } else {
      print(asJson(found));
    }
    return found.isAcceptable() ? DONE : FAILED;
  }

  private void print(ObjectNode found) {
    found
        .properties()
        .forEach(
            member -> {
              if (!member.getValue().isArray()) {
                line(member.getKey() + ": " + member.getValue().asString(""));
              } else if (!member.getValue().isEmpty()) {
                line(member.getKey() + ":");
                member
                    .getValue()
                    .forEach(row -> line("  ", row.isObject() ? toolLine(row) : row.asString("")));
              }
            });
  }

  private static String toolLine(JsonNode tool) {
    String problem = tool.path("problem").asString("");
    return tool.path("name").asString("")
        + " ("
        + tool.path("toolset").asString("")
        + "): "
        + (problem.isEmpty()
            ? tool.path("description").asString("") + " -> " + tool.path("outcome").asString("")
            : problem);
  }

  private void line(String text) {
    line("", text);
  }

  private void line(String indent, String text) {
    out().println(indent + Text.line(text));
  }

  private static ObjectNode asJson(Inspection found) {
    ObjectNode answer = Json.object();
    answer.put("acceptable", found.isAcceptable());
    texts(answer, "refusals", found.refusals().stream().map(Object::toString).toList());
    answer.put("sha256", found.sha256());
    found
        .jar()
        .ifPresent(
            jar -> {
              BundleManifest manifest = jar.manifest();
              answer.put("symbolicName", manifest.symbolicName());
              answer.put("version", manifest.version());
              answer.put("signature", signature(jar.signature()));
              tools(answer.putArray("tools"), found.tools());
              texts(answer, "imports", clauses(manifest.imports(), "version"));
              texts(answer, "exports", clauses(manifest.exports(), "version"));
              texts(answer, "requires", clauses(manifest.requiredCapabilities(), ""));
              texts(answer, "executionEnvironments", manifest.executionEnvironments());
            });
    answer.put(
        "resolves", found.isAcceptable() ? String.valueOf(found.missing().isEmpty()) : "unknown");
    texts(answer, "missing", found.missing());
    texts(answer, "notes", found.notes());
    return answer;
  }

  private static void tools(ArrayNode rows, List<InspectedTool> tools) {
    for (InspectedTool tool : tools) {
      ObjectNode row = rows.addObject();
      row.put("name", tool.name());
      row.put("toolset", tool.toolset());
      row.put("description", tool.description());
      row.put("override", tool.override());
      tool.problem().ifPresent(problem -> row.put("problem", problem));
      tool.clash().ifPresent(clash -> row.put("reservedBy", clash));
      row.put("outcome", tool.outcome());
      if (!tool.inputSchema().isEmpty()) {
        row.set("inputSchema", Json.parse(tool.inputSchema()));
      }
    }
  }

  private static String signature(JarSignature signature) {
    if (signature instanceof JarSignature.Whole whole) {
      List<String> signers = whole.signers().stream().map(InspectCommand::signer).sorted().toList();
      return "signed by " + String.join("; ", signers);
    }
    if (signature instanceof JarSignature.Partial partial) {
      return "signed, but not as a whole: " + partial.reason();
    }
    return signature instanceof JarSignature.Broken broken ? broken.reason() : "not signed";
  }

  private static String signer(Signer signer) {
    return signer.sha256() + " (" + signer.subject() + ", until " + signer.notAfter() + ")";
  }

  private static List<String> clauses(List<Clause> clauses, String attribute) {
    return clauses.stream()
        .map(
            clause ->
                String.join(", ", clause.paths())
                    + clause.attribute(attribute).map(value -> " " + value).orElse("")
                    + clause.directive("filter").map(value -> " " + value).orElse("")
                    + clause
                        .directive("resolution")
                        .filter("optional"::equals)
                        .map(value -> " (optional)")
                        .orElse(""))
        .toList();
  }

  private static void texts(ObjectNode answer, String name, List<String> texts) {
    ArrayNode list = answer.putArray(name);
    texts.forEach(list::add);
  }
}
