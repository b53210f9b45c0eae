package dev.talaria.launcher.doctor;

/**
 * What a check found.
 *
 * @param check what was looked at
 * @param verdict how it is
 * @param text for the reader; with a problem, how to mend it
 */
public record Finding(String check, Verdict verdict, String text) {
  /** How it is. */
  public enum Verdict {
    OK,
    /** Works, with something to know. */
    NOTE,
    /** Works, and opens more than is wise. */
    WARNING,
    /** Does not work. */
    PROBLEM
  }

  static Finding ok(String check, String text) {
    return new Finding(check, Verdict.OK, text);
  }

  static Finding note(String check, String text) {
    return new Finding(check, Verdict.NOTE, text);
  }

  static Finding warning(String check, String text) {
    return new Finding(check, Verdict.WARNING, text);
  }

  static Finding problem(String check, String text) {
    return new Finding(check, Verdict.PROBLEM, text);
  }
}
