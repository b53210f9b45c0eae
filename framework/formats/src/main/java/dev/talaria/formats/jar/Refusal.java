package dev.talaria.formats.jar;

import java.util.Objects;

/**
 * Why a JAR is not accepted.
 *
 * @param reason what is wrong, as the end of the sentence "refused: ..."
 * @param remedy what to do, a sentence
 */
public record Refusal(String reason, String remedy) {
  public Refusal {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** Returns both in one line. */
  @Override
  public String toString() {
    return reason + ". " + remedy;
  }
}
