package dev.talaria.benchmarks.jmh;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;

/** A tool that does next to nothing, with a small record as its arguments. */
public final class Greeting implements Tool<Greeting.Args> {
  /** The arguments. */
  public record Args(String name, int times, boolean loud) {}

  /** The schema of the arguments, as the annotation processor would write it. */
  static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{"
          + "\"name\":{\"type\":\"string\",\"description\":\"Who is greeted\",\"minLength\":1},"
          + "\"times\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100},"
          + "\"loud\":{\"type\":\"boolean\",\"default\":false}},"
          + "\"required\":[\"name\",\"times\"],\"additionalProperties\":false}";

  /** Arguments that are right as they are. */
  static final String ARGUMENTS = "{\"name\":\"Ada\",\"times\":2,\"loud\":true}";

  @Override
  public Object call(Args arguments, ToolContext context) {
    return arguments.loud() ? "HELLO" : "hello";
  }
}
