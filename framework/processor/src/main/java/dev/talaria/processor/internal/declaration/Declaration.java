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
    List<String> requiresEnv) {
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
    return document;
  }
}
