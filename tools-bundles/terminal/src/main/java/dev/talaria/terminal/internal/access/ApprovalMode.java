package dev.talaria.terminal.internal.access;

/** What happens to a command that nothing else stands against. */
enum ApprovalMode {
  ASK,
  DENY,
  ALLOW;

  /**
   * Reads a configured value. What is not one of the three words, as it is written here and of type
   * string, means deny: a slip of the pen must not open a shell.
   */
  static ApprovalMode of(Object raw) {
    if (raw == null || "ask".equals(raw)) {
      return ASK;
    }
    return "allow".equals(raw) ? ALLOW : DENY;
  }
}
