package dev.talaria.formats.jar;

/**
 * A tool as the manifest declares it. Nothing of it is checked; a part that is missing is an empty
 * text.
 *
 * @param name that a model calls
 * @param toolset it asks to be listed in
 * @param override whether it asks to take the place of another of its name
 * @param schema path of its declaration document in the JAR
 */
public record ToolCapability(String name, String toolset, boolean override, String schema) {
  /** The capability namespace of declared tools. */
  public static final String NAMESPACE = "dev.talaria.tool";

  /** Returns the path of the declaration document as the JAR's directory has it. */
  public String document() {
    return schema.startsWith("/") ? schema.substring(1) : schema;
  }

  static ToolCapability of(Clause clause) {
    return new ToolCapability(
        clause.attribute(NAMESPACE).orElse(""),
        clause.attribute("toolset").orElse(""),
        clause.attribute("override").map("true"::equals).orElse(false),
        clause.attribute("schema").orElse(""));
  }
}
