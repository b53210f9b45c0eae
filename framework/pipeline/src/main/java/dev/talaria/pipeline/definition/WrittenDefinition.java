package dev.talaria.pipeline.definition;

import java.util.Optional;

/** One tool's definition, written. Immutable and thread-safe. */
public final class WrittenDefinition {
  private final byte[] json;
  private final boolean strict;
  private final Optional<String> note;
  private final int optional;
  private final int unions;

  WrittenDefinition(byte[] json, boolean strict, Optional<String> note, int optional, int unions) {
    this.json = json;
    this.strict = strict;
    this.note = note;
    this.optional = optional;
    this.unions = unions;
  }

  /** Returns the definition as a JSON object in UTF-8; a copy. */
  public byte[] json() {
    return json.clone();
  }

  /** Returns how many bytes it has. */
  public int length() {
    return json.length;
  }

  /** Copies it into the target, from that place on; returns the place behind it. */
  public int copyTo(byte[] target, int offset) {
    System.arraycopy(json, 0, target, offset, json.length);
    return offset + json.length;
  }

  /** Returns whether providers hold models to it. */
  public boolean isStrict() {
    return strict;
  }

  /** Returns why it is less than what was asked for. */
  public Optional<String> note() {
    return note;
  }

  /** Returns how many properties may be absent, if it is strict. */
  int optional() {
    return optional;
  }

  /** Returns how many places take values of several kinds, if it is strict. */
  int unions() {
    return unions;
  }
}
