package dev.talaria.guard.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces what looks like a secret by {@value #REPLACEMENT}. It knows the shapes of common keys
 * and assignments of random-looking values to telling names; it is a net, not a wall. Every pattern
 * is bounded and possessive, so the time grows with the length of the text only. Immutable.
 */
public final class SecretRedactor {
  /** What stands in the place of a secret. */
  public static final String REPLACEMENT = "[redacted]";

  /**
   * What is looked for.
   *
   * @param needs what every match has in it; the pattern is tried only where it is found
   */
  private record Rule(String needs, Pattern pattern) {}

  private static Rule rule(String needs, String pattern) {
    return new Rule(needs, Pattern.compile(pattern));
  }

  /** Group {@code s} of a pattern is the secret; without it, the whole match. */
  private static final List<Rule> PATTERNS =
      List.of(
          rule(
              "-----BEGIN ",
              "-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?<s>[A-Za-z0-9+/=\\s:,-]{16,20000}?)"
                  + "(?=-----END |\\z)"),
          rule("", "\\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]{2,12}[-_])?[A-Za-z0-9_-]{20,200}+"),
          rule("", "\\b(?:gh[pousr]_[A-Za-z0-9]{30,255}+|github_pat_[A-Za-z0-9_]{40,255}+)"),
          rule("glpat-", "\\bglpat-[A-Za-z0-9_-]{20,100}+"),
          rule("", "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"),
          rule("xox", "\\bxox[abeprs]-[A-Za-z0-9-]{10,250}+"),
          rule("AIza", "\\bAIza[0-9A-Za-z_-]{35}"),
          rule("ya29.", "\\bya29\\.[0-9A-Za-z_-]{20,500}+"),
          rule("npm_", "\\bnpm_[A-Za-z0-9]{36}\\b"),
          rule("hf_", "\\bhf_[A-Za-z0-9]{30,60}+"),
          rule(
              "eyJ",
              "\\beyJ[A-Za-z0-9_-]{10,4000}+\\.[A-Za-z0-9_-]{4,4000}+\\.[A-Za-z0-9_-]{4,1000}+"),
          rule("", "(?i)\\b(?:bearer|basic)\\s{1,4}+(?<s>[A-Za-z0-9+/._~=-]{16,4000}+)"),
          rule("://", "[a-z][a-z0-9+.-]{1,20}://[^\\s/:@]{1,100}+:(?<s>[^\\s/@]{1,200}+)@"),
          rule(
              "",
              "(?i)(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)"
                  + "[\"']?\\s{0,4}+[=:]\\s{0,4}+[\"']?"
                  + "(?<s>(?=[A-Za-z_/+=-]{0,200}[0-9])(?=[0-9_/+=-]{0,200}[A-Za-z])"
                  + "[A-Za-z0-9+/_=-]{16,512}+)"));

  /**
   * For messages, where a word too many costs nothing: any scheme of authorization, short
   * passwords, signed addresses. In a file they would hide ordinary code.
   */
  private static final List<Rule> OF_MESSAGES =
      List.of(
          rule(
              "",
              "(?i)\\bauthorization[\"']?\\s{0,4}+[=:]\\s{0,4}+[\"']?"
                  + "(?:[A-Za-z][A-Za-z0-9-]{1,20}+\\s{1,4}+)?+(?<s>[A-Za-z0-9+/._~=:-]{6,4000}+)"),
          rule(
              "",
              "(?i)(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)"
                  + "[\"']?\\s{0,4}+[=:]\\s{0,4}+[\"']?(?<s>[^\\s\"',;&<>()\\[\\]{}]{4,512}+)"),
          rule(
              "=",
              "(?i)[?&](?:key|sig|signature|auth|code|x-amz-signature)="
                  + "(?<s>[A-Za-z0-9%+/_~.=-]{8,1024}+)"));

  private final List<Rule> rules;
  private final List<String> values;

  /** Creates a redactor for texts of any kind, files and outputs of programs among them. */
  public SecretRedactor() {
    this(PATTERNS, List.of());
  }

  private SecretRedactor(List<Rule> rules, List<String> values) {
    this.rules = rules;
    this.values = values;
  }

  /**
   * Returns a redactor for error messages and records: it is stricter, and knows the secrets of an
   * environment by their values.
   *
   * @param environment of which the variables count whose names tell of a token, key, secret or
   *     password
   */
  public static SecretRedactor ofMessages(Map<String, String> environment) {
    List<Rule> all = new ArrayList<>(PATTERNS);
    all.addAll(OF_MESSAGES);
    return new SecretRedactor(List.copyOf(all), List.copyOf(EnvironmentSecrets.in(environment)));
  }

  /** Returns the text without what looks like a secret; the same text if there was nothing. */
  public String redact(String text) {
    String result = text;
    for (String value : values) {
      result = result.replace(value, REPLACEMENT);
    }
    for (Rule rule : rules) {
      if (!result.contains(rule.needs())) {
        continue;
      }
      Matcher matcher = rule.pattern().matcher(result);
      if (matcher.find()) {
        result = replaceAll(matcher, result);
      }
    }
    return result;
  }

  private static String replaceAll(Matcher matcher, String text) {
    boolean grouped = matcher.pattern().pattern().contains("(?<s>");
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    do {
      int start = grouped ? matcher.start("s") : matcher.start();
      int end = grouped ? matcher.end("s") : matcher.end();
      out.append(text, copied, start).append(REPLACEMENT);
      // Line numbers of what follows stay true.
      out.append(
          "\n".repeat((int) text.substring(start, end).chars().filter(c -> c == '\n').count()));
      copied = end;
    } while (matcher.find());
    return out.append(text, copied, text.length()).toString();
  }
}
