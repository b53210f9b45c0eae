package dev.talaria.itests.bundles.conformance;

import dev.talaria.api.InputRequest;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Tools that ask their client, as the suite of the modern era calls them. */
public final class RoundTripTools {
  private static final InputRequest NAME = form("What is your name?", "name", "string");
  private static final InputRequest CONFIRM = form("Please confirm", "ok", "boolean");

  private RoundTripTools() {}

  /** No arguments. */
  public record None() {}

  static InputRequest form(String message, String field, String type) {
    return new InputRequest.Form(
        message,
        "{\"type\":\"object\",\"properties\":{\"%1$s\":{\"type\":\"%2$s\"}},\"required\":[\"%1$s\"]}"
            .formatted(field, type));
  }

  static Elicitation one(ToolContext context, String key, InputRequest request) {
    return context.ask(Map.of(key, request)).get(key);
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_elicitation",
      toolset = "conformance",
      description = "Asks for a name.")
  public static final class AsksName implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return "Hello, " + one(context, "user_name", NAME).content().get("name") + "!";
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_sampling",
      toolset = "conformance",
      description = "Asks the model.")
  public static final class AsksModel implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      InputRequest question = AskingTools.sampling("What is the capital of France?", 100);
      return String.valueOf(one(context, "capital_question", question).content().get("content"));
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_list_roots",
      toolset = "conformance",
      description = "Asks for folders.")
  public static final class AsksRoots implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return "Roots: "
          + one(context, "client_roots", new InputRequest.Roots()).content().get("roots");
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_request_state",
      toolset = "conformance",
      description = "Asks to confirm.")
  public static final class Confirms implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return "state-ok " + one(context, "confirm", CONFIRM).accepted();
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_tampered_state",
      toolset = "conformance",
      description = "Asks to confirm.")
  public static final class ConfirmsSafely implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return new Confirms().call(arguments, context);
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_multiple_inputs",
      toolset = "conformance",
      description = "Asks for three things at once.")
  public static final class AsksAll implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      Map<String, InputRequest> all = new LinkedHashMap<>();
      all.put("user_name", NAME);
      all.put("greeting", AskingTools.sampling("Generate a greeting", 50));
      all.put("client_roots", new InputRequest.Roots());
      return context.ask(all).toString();
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_multi_round",
      toolset = "conformance",
      description = "Asks twice.")
  public static final class AsksTwice implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      InputRequest first = form("Step 1: What is your name?", "name", "string");
      InputRequest second = form("Step 2: What is your favorite color?", "color", "string");
      Object name = one(context, "step1", first).content().get("name");
      return name + " likes " + one(context, "step2", second).content().get("color");
    }
  }

  @Component
  @ToolSpec(
      name = "test_input_required_result_capabilities",
      toolset = "conformance",
      description = "Asks for what the client can give.")
  public static final class AsksWhatItCan implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return context
          .ask(Map.of("name", NAME, "greeting", AskingTools.sampling("Generate a greeting", 50)))
          .toString();
    }
  }
}
