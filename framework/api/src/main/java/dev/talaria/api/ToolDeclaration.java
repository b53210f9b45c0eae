package dev.talaria.api;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The declaration of a tool whose name is known only at run time. Made with {@link #named}.
 * Immutable.
 */
public final class ToolDeclaration {
  private final Builder values;

  private ToolDeclaration(Builder values) {
    this.values = values;
  }

  /** Begins a declaration; the rules for names are those of {@link ToolSpec}. */
  public static Builder named(String name, String toolset) {
    return new Builder(name, toolset);
  }

  /** Returns the name that a model calls. */
  public String name() {
    return values.name;
  }

  /** Returns the toolset. */
  public String toolset() {
    return values.toolset;
  }

  /** Returns the description for the model. */
  public String description() {
    return values.description;
  }

  /** Returns the name for people, or an empty text. */
  public String title() {
    return values.title;
  }

  /** Returns the glyph, or an empty text. */
  public String emoji() {
    return values.emoji;
  }

  /** Returns the JSON Schema (2020-12) of the arguments, as JSON text. */
  public String inputSchema() {
    return values.inputSchema;
  }

  /** Returns the JSON Schema of the structured result, as JSON text, if there is one. */
  public Optional<String> outputSchema() {
    return Optional.ofNullable(values.outputSchema);
  }

  /** Returns what the tool says about its effects. */
  public ToolAnnotations annotations() {
    return values.annotations;
  }

  /** Returns how long one call may take; empty: the runtime's {@code call_timeout}. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(values.timeout);
  }

  /** Returns the environment variables that the tool wants; for display only. */
  public List<String> requiresEnv() {
    return values.requiresEnv;
  }

  /** Returns the longest result in characters; 0: the runtime's default; -1: no limit. */
  public int maxResultChars() {
    return values.maxResultChars;
  }

  /** Returns what says whether the tool can work; tools with the same object share its verdict. */
  public Optional<AvailabilityProbe> probe() {
    return Optional.ofNullable(values.probe);
  }

  /** Returns what changes the shown definition. */
  public Optional<DefinitionOverlay> overlay() {
    return Optional.ofNullable(values.overlay);
  }

  /** Returns how many calls may run at once; 0: no limit. */
  public int maxConcurrent() {
    return values.maxConcurrent;
  }

  /** Collects the parts of a declaration. Not thread-safe. */
  public static final class Builder implements Cloneable {
    private final String name;
    private final String toolset;
    private String description = "";
    private String title = "";
    private String emoji = "";
    private String inputSchema = "{\"type\":\"object\",\"additionalProperties\":false}";
    private String outputSchema;
    private ToolAnnotations annotations = ToolAnnotations.DEFAULT;
    private Duration timeout;
    private List<String> requiresEnv = List.of();
    private int maxResultChars;
    private AvailabilityProbe probe;
    private DefinitionOverlay overlay;
    private int maxConcurrent;

    private Builder(String name, String toolset) {
      this.name = Objects.requireNonNull(name, "name");
      this.toolset = Objects.requireNonNull(toolset, "toolset");
    }

    /** Sets the description for the model; required. */
    public Builder description(String value) {
      description = Objects.requireNonNull(value, "description");
      return this;
    }

    /** Sets the name for people. */
    public Builder title(String value) {
      title = Objects.requireNonNull(value, "title");
      return this;
    }

    /** Sets the glyph. */
    public Builder emoji(String value) {
      emoji = Objects.requireNonNull(value, "emoji");
      return this;
    }

    /** Sets the JSON Schema of the arguments, as JSON text; its root must be an object schema. */
    public Builder inputSchema(String value) {
      inputSchema = Objects.requireNonNull(value, "inputSchema");
      return this;
    }

    /** Sets the JSON Schema of the structured result, as JSON text. */
    public Builder outputSchema(String value) {
      outputSchema = Objects.requireNonNull(value, "outputSchema");
      return this;
    }

    /** Sets what the tool says about its effects. */
    public Builder annotations(ToolAnnotations value) {
      annotations = Objects.requireNonNull(value, "annotations");
      return this;
    }

    /** Sets how long one call may take. */
    public Builder timeout(Duration value) {
      timeout = Objects.requireNonNull(value, "timeout");
      return this;
    }

    /** Sets the environment variables that the tool wants. */
    public Builder requiresEnv(List<String> value) {
      requiresEnv = List.copyOf(value);
      return this;
    }

    /** Sets the longest result in characters. */
    public Builder maxResultChars(int value) {
      maxResultChars = value;
      return this;
    }

    /** Sets what says whether the tool can work. */
    public Builder probe(AvailabilityProbe value) {
      probe = Objects.requireNonNull(value, "probe");
      return this;
    }

    /** Sets what changes the shown definition. */
    public Builder overlay(DefinitionOverlay value) {
      overlay = Objects.requireNonNull(value, "overlay");
      return this;
    }

    /** Sets how many calls may run at once; 0: no limit. */
    public Builder maxConcurrent(int value) {
      maxConcurrent = value;
      return this;
    }

    /** Returns the declaration; later changes of this builder do not reach it. */
    public ToolDeclaration build() {
      try {
        return new ToolDeclaration((Builder) clone());
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
