package dev.talaria.registry.internal.availability;

import java.util.Objects;

/**
 * What came of asking once.
 *
 * @param good whether it is an answer and no failure
 * @param finding what follows from it, once no grace holds
 * @param why it failed; else empty
 */
record Answer(boolean good, Finding finding, String why) {
  Answer {
    Objects.requireNonNull(finding, "finding");
    Objects.requireNonNull(why, "why");
  }

  static Answer good(Finding finding) {
    return new Answer(true, finding, "");
  }

  static Answer failed(Inquiry inquiry, String why) {
    return new Answer(false, inquiry.failed(why), why);
  }
}
