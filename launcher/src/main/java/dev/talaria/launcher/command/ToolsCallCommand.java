package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls a tool. */
@Command(name = "call", description = "Calls a tool as a client would and prints the result.")
final class ToolsCallCommand extends BaseCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The tool.")
  private String name;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JSON|@FILE|-",
      description =
          "The arguments, an object; from a file with @, from stdin with - (default: {}).")
  private String arguments;

  @Mixin private JsonOption json;

  ToolsCallCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    ObjectNode body = Json.object();
    body.set("arguments", parsedArguments());
    JsonNode result =
        runtime()
            .call("/tools/" + RuntimeClient.segment(name) + "/call", body)
            .orElseThrow(() -> ToolsShowCommand.unknownTool(name));
    boolean failed = result.hasNonNull("failure");
    if (json.wanted()) {
      printJson(result);
    } else if (failed) {
      err().println("talaria: " + name + " failed: " + failureOf(result));
    } else {
      printResult(result);
    }
    return failed ? FAILED : DONE;
  }

  private JsonNode parsedArguments() {
    String text = argumentText();
    try {
      return Json.parse(text);
    } catch (IllegalArgumentException e) {
      throw new RefusedException("the arguments are no JSON: " + e.getMessage(), e);
    }
  }

  private String argumentText() {
    if (arguments == null) {
      return "{}";
    }
    try {
      if (arguments.equals("-")) {
        return new String(environment().in().readAllBytes(), StandardCharsets.UTF_8);
      }
      if (arguments.startsWith("@")) {
        return Files.readString(
            environment().currentFolder().resolve(arguments.substring(1)), StandardCharsets.UTF_8);
      }
    } catch (IOException | InvalidPathException e) {
      throw new RefusedException(
          "the arguments cannot be read from " + arguments + ": " + e.getMessage(), e);
    }
    return arguments;
  }

  /** A failed call says why in its text, as the envelope that a model gets. */
  private static String failureOf(JsonNode result) {
    StringBuilder message = new StringBuilder();
    for (JsonNode content : result.path("content")) {
      message.append(content.path("text").asString("")).append(' ');
    }
    String text = message.toString().strip();
    try {
      JsonNode envelope = Json.parse(text);
      text = envelope.path("error").asString(text);
      // Of arguments that do not fit, the kind is the error and what to change is the message.
      if (envelope.has("message")) {
        text = text + ": " + envelope.path("message").asString();
      }
    } catch (IllegalArgumentException e) {
      // Not every failure has the envelope; then the text itself is what there is to say.
      return Text.line(text);
    }
    return Text.line(text) + " (" + result.path("failure").asString() + ")";
  }

  /** A structured result comes as text too, for clients that know no other; it is printed once. */
  private void printResult(JsonNode result) {
    JsonNode structured = result.path("structured");
    boolean hasStructured = !structured.isMissingNode() && !structured.isNull();
    for (JsonNode content : result.path("content")) {
      if (!content.has("text")) {
        out().println(summaryOf(content));
      } else if (!(hasStructured && says(content.path("text").asString(), structured))) {
        out().println(content.path("text").asString());
      }
    }
    if (hasStructured) {
      printJson(structured);
    }
  }

  private static boolean says(String text, JsonNode structured) {
    try {
      return Json.parse(text).equals(structured);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String summaryOf(JsonNode content) {
    StringBuilder summary = new StringBuilder("[" + content.path("type").asString("content"));
    for (String field : new String[] {"mimeType", "uri"}) {
      if (content.has(field)) {
        summary.append(' ').append(content.path(field).asString());
      }
    }
    if (content.has("data")) {
      summary.append(", ").append(content.path("data").asString().length() / 4 * 3);
      summary.append(" bytes; --json has them");
    }
    return Text.line(summary.append(']').toString());
  }
}
