package dev.talaria.terminal.internal.output;

import dev.talaria.guard.secrets.SecretRedactor;
import java.util.regex.Pattern;

/** Turns the output of a terminal program into plain text without secrets. Immutable. */
public final class ReadableText {
  /** Control sequences of ECMA-48: CSI, then strings such as titles, then single functions. */
  private static final Pattern ESCAPES =
      Pattern.compile(
          "\u001b\\[[0-?]*+[ -/]*+[@-~]?"
              + "|\u001b[\\]PX^_][^\u0007\u001b]*+(?:\u0007|\u001b\\\\)?"
              + "|\u001b[ -/]*+[0-~]?");

  private static final Pattern CONTROLS =
      Pattern.compile("[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f]");

  private final SecretRedactor redactor = new SecretRedactor();

  /** Returns the text for a model. */
  public String of(String output) {
    String plain = ESCAPES.matcher(output).replaceAll("").replace("\r\n", "\n").replace('\r', '\n');
    return redactor.redact(CONTROLS.matcher(plain).replaceAll(""));
  }
}
