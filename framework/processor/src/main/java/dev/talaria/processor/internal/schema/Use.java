package dev.talaria.processor.internal.schema;

/** What a schema describes. */
public enum Use {
  /** What a caller sends: closed, what has a default may be left out. */
  ARGUMENTS,
  /** What a tool answers: open, so that a later version may say more. */
  RESULT
}
