package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.store.Content;
import java.util.Comparator;

/**
 * A file that may stand for an owner.
 *
 * @param file its name
 * @param content that was accepted from it, perhaps before it changed
 * @param taken grows with every content taken
 */
record Candidate(String file, Content content, long taken) {
  /** The highest version first; of equal ones the one taken last. */
  static final Comparator<Candidate> RANK =
      Comparator.comparing((Candidate candidate) -> candidate.content().version())
          .thenComparing(Candidate::taken)
          .thenComparing(Candidate::file)
          .reversed();

  String sha256() {
    return content.sha256();
  }
}
