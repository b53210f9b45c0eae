package dev.talaria.processor.internal.declaration;

import java.util.regex.Pattern;

/** The rule for names of probes and overlays, as {@code ProbeSpec} and {@code OverlaySpec} say. */
final class ExtensionNames {
  /** What to say after a name that breaks the rule. */
  static final String RULE =
      "is no such name: write 1 to 64 of A-Z a-z 0-9 . _ -, starting with a letter";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,63}");

  private ExtensionNames() {}

  static boolean isValid(String name) {
    return NAME.matcher(name).matches();
  }
}
