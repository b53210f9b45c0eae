package dev.talaria.itests.bundles.conformance;

import dev.talaria.api.ChatMessage;
import dev.talaria.api.InputRequest;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Tools that ask their client for one thing, as the suite of the legacy era calls them. */
public final class AskingTools {
  private AskingTools() {}

  /** No arguments. */
  public record None() {}

  /** What to show. */
  public record Message(String message) {}

  /** What to ask the model. */
  public record Prompt(String prompt) {}

  static Object asked(ToolContext context, String message, String schema) throws ToolException {
    Elicitation said = context.ask(message, schema);
    if (said.action() == Elicitation.Action.UNAVAILABLE) {
      throw new ToolException(said.reason());
    }
    return "Elicitation completed: action=" + said.action() + ", content=" + said.content();
  }

  static InputRequest sampling(String prompt, int maxTokens) {
    return new InputRequest.Sampling(List.of(ChatMessage.user(prompt)), "", maxTokens);
  }

  @Component
  @ToolSpec(name = "test_elicitation", toolset = "conformance", description = "Asks the person.")
  public static final class Elicits implements Tool<Message> {
    @Override
    public Object call(Message arguments, ToolContext context) throws ToolException {
      return asked(
          context,
          arguments.message(),
          """
          {"type": "object",
           "properties": {
             "username": {"type": "string", "description": "User's response"},
             "email": {"type": "string", "description": "User's email address"}},
           "required": ["username", "email"]}
          """);
    }
  }

  @Component
  @ToolSpec(
      name = "test_elicitation_sep1034_defaults",
      toolset = "conformance",
      description = "Asks with default values.")
  public static final class ElicitsDefaults implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws ToolException {
      return asked(
          context,
          "Please review the defaults.",
          """
          {"type": "object",
           "properties": {
             "name": {"type": "string", "default": "John Doe"},
             "age": {"type": "integer", "default": 30},
             "score": {"type": "number", "default": 95.5},
             "status": {"type": "string", "enum": ["active", "inactive", "pending"],
               "default": "active"},
             "verified": {"type": "boolean", "default": true}}}
          """);
    }
  }

  @Component
  @ToolSpec(
      name = "test_elicitation_sep1330_enums",
      toolset = "conformance",
      description = "Asks for choices of each kind.")
  public static final class ElicitsChoices implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws ToolException {
      return asked(
          context,
          "Please choose.",
          """
          {"type": "object",
           "properties": {
             "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
             "titledSingle": {"type": "string", "oneOf": [
               {"const": "value1", "title": "First Option"},
               {"const": "value2", "title": "Second Option"},
               {"const": "value3", "title": "Third Option"}]},
             "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
               "enumNames": ["Option One", "Option Two", "Option Three"]},
             "untitledMulti": {"type": "array",
               "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
             "titledMulti": {"type": "array", "items": {"anyOf": [
               {"const": "value1", "title": "First Choice"},
               {"const": "value2", "title": "Second Choice"},
               {"const": "value3", "title": "Third Choice"}]}}}}
          """);
    }
  }

  @Component
  @ToolSpec(name = "test_sampling", toolset = "conformance", description = "Asks the model.")
  public static final class Samples implements Tool<Prompt> {
    @Override
    public Object call(Prompt arguments, ToolContext context) throws ToolException {
      Elicitation said =
          context.ask(Map.of("answer", sampling(arguments.prompt(), 100))).get("answer");
      if (!said.accepted()) {
        throw new ToolException(said.reason());
      }
      return "LLM response: " + said.content().get("content");
    }
  }

  @Component
  @ToolSpec(
      name = "test_missing_capability",
      toolset = "conformance",
      description = "Cannot do without sampling.")
  public static final class NeedsSampling implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws ToolException {
      return new Samples().call(new Prompt("Are you there?"), context);
    }
  }

  @Component
  @ToolSpec(
      name = "test_streaming_elicitation",
      toolset = "conformance",
      description = "Reports progress, then asks.")
  public static final class Streams implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws ToolException {
      context.progress(1, 2, "");
      return asked(context, "Go on?", "");
    }
  }
}
