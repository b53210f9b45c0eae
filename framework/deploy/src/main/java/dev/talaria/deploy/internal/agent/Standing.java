package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.store.Content;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Decides which content of an owner is to run. Pure. */
final class Standing {
  private Standing() {}

  /**
   * Decides.
   *
   * @param ranked the owner's files, the highest first
   * @param blocked whether a content must not run: it failed, was parked, or is not trusted
   * @param running what runs now
   * @param good finds what ran last, perhaps before a restart
   * @return what is to run; empty for nothing
   */
  static Optional<Content> target(
      List<Candidate> ranked,
      Predicate<Content> blocked,
      Optional<Content> running,
      Supplier<Optional<Content>> good) {
    if (ranked.isEmpty()) {
      return Optional.empty();
    }
    Candidate first = ranked.get(0);
    if (!blocked.test(first.content())) {
      return Optional.of(first.content());
    }
    Predicate<Content> mayRun = content -> !blocked.test(content);
    return running
        .filter(mayRun)
        .or(() -> good.get().filter(mayRun))
        .or(() -> ranked.stream().map(Candidate::content).filter(mayRun).findFirst());
  }
}
