package dev.talaria.processor.internal.declaration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checked values of one {@code @ToolSpec}. */
public record Declaration(
    String name,
    String toolset,
    String title,
    String description,
    String emoji,
    boolean override,
    Hints hints,
    String timeout,
    int maxResultChars,
    List<String> requiresEnv,
    Behaviour behaviour,
    List<Reference> seeAlso) {
  /** What the tool says about its effects. */
  public record Hints(
      boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    /** Who changes nothing destroys nothing, and may be called twice. */
    public Hints {
      destructive = destructive && !readOnly;
      idempotent = idempotent || readOnly;
    }

    private Map<String, Object> document() {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("readOnlyHint", readOnly);
      document.put("destructiveHint", destructive);
      document.put("idempotentHint", idempotent);
      document.put("openWorldHint", openWorld);
      return document;
    }
  }

  /** How the registry treats the tool beyond calling it; empty texts and zero say nothing. */
  public record Behaviour(String probe, String overlay, int maxConcurrent, boolean agentLoop) {}

  /** A sentence about other tools. */
  public record Reference(List<String> tools, String text) {
    private Map<String, Object> document() {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("tools", tools);
      document.put("text", text);
      return document;
    }
  }

  /** Returns the path of the declaration document in the bundle. */
  public String path() {
    return "OSGI-INF/tools/" + name + ".json";
  }

  /** Returns the declaration document without its schemas. */
  public Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", name);
    document.put("toolset", toolset);
    document.put("title", title);
    document.put("description", description);
    document.put("emoji", emoji);
    document.put("override", override);
    document.put("annotations", hints.document());
    document.put("timeout", timeout);
    document.put("maxResultChars", maxResultChars);
    document.put("requiresEnv", requiresEnv);
    // What nearly every tool leaves out would only make each document longer.
    if (!behaviour.probe.isEmpty()) {
      document.put("probe", behaviour.probe);
    }
    if (!behaviour.overlay.isEmpty()) {
      document.put("overlay", behaviour.overlay);
    }
    if (behaviour.maxConcurrent > 0) {
      document.put("maxConcurrent", behaviour.maxConcurrent);
    }
    if (behaviour.agentLoop) {
      document.put("agentLoop", true);
    }
    if (!seeAlso.isEmpty()) {
      document.put("seeAlso", seeAlso.stream().map(Reference::document).toList());
    }
    return document;
  }
}
