package dev.talaria.guard.paths;

/** What somebody wants to do with a file. */
public enum Access {
  /** Look at its content or its name. */
  READ,
  /** Make, change or remove it. */
  WRITE
}
