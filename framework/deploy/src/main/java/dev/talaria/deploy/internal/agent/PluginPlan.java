package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.store.Content;
import java.util.List;
import java.util.Optional;

/**
 * What is to become of an owner.
 *
 * @param ranked the files that may stand for it, the highest first; never empty
 * @param target what is to run; empty for nothing
 * @param disabled whether the operator switched it off
 */
record PluginPlan(List<Candidate> ranked, Optional<Content> target, boolean disabled) {
  PluginPlan {
    ranked = List.copyOf(ranked);
  }

  /** Returns the file that a content stands by: of several the highest. */
  Optional<Candidate> fileOf(String sha256) {
    return ranked.stream().filter(candidate -> candidate.sha256().equals(sha256)).findFirst();
  }
}
