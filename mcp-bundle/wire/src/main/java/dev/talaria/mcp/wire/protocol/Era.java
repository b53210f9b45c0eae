package dev.talaria.mcp.wire.protocol;

/** The two ways in which revisions of the protocol work. */
public enum Era {
  /** A handshake opens a session (2024-11-05 to 2025-11-25). */
  LEGACY,
  /** Every request stands for itself (2026-07-28 and later). */
  MODERN;

  /** Returns the word for people. */
  public String label() {
    return this == LEGACY ? "legacy" : "modern";
  }
}
