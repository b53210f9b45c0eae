package dev.talaria.deploy.internal.folder;

import dev.talaria.deploy.internal.store.Content;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** One entry of the folder and what was found in it so far. Used by the agent's thread only. */
public final class TrackedFile {
  private final String name;
  private Sighting sighting;
  private Look look;
  private Instant lookedAt = Instant.EPOCH;
  private long incompleteSince;
  private boolean givenUp;
  private OptionalLong due = OptionalLong.empty();
  private Optional<Content> accepted = Optional.empty();
  private long taken;
  private long looks;

  TrackedFile(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** What the last look found. */
  public Look look() {
    return look;
  }

  /** The last content that was accepted from this file, also when the file changed since. */
  public Optional<Content> accepted() {
    return accepted;
  }

  /** Grows with every content taken; tells which of two equal versions was taken last. */
  public long taken() {
    return taken;
  }

  /** How often the file was looked into. */
  public long looks() {
    return looks;
  }

  /** Whether the file stayed as it is for so long that it will not become whole by itself. */
  public boolean isGivenUp() {
    return givenUp;
  }

  /** When to look again without a reason, in {@link System#nanoTime}. */
  OptionalLong due() {
    return due;
  }

  /** Returns the hashes of what the file is and of what it stands for. */
  public Set<String> contents() {
    Set<String> contents = new HashSet<>();
    accepted.ifPresent(content -> contents.add(content.sha256()));
    look.contentHash().ifPresent(contents::add);
    return contents;
  }

  void accepted(Content content, long number) {
    accepted = Optional.of(content);
    taken = number;
  }

  /** Whether a listing, or the passing of time, gives a reason to look into the file. */
  boolean needsLook(Sighting seen, boolean touched, boolean rescan, long now, long patience) {
    if (look == null || touched || !seen.equals(sighting)) {
      return true;
    }
    if (look instanceof Look.Incomplete) {
      return !givenUp && now - incompleteSince >= patience;
    }
    return rescan
        && (look instanceof Look.Unreadable
            || (seen.unfit().isEmpty() && seen.fingerprint().isTooFreshAt(lookedAt)));
  }

  /**
   * Records what a look found.
   *
   * @return whether that is news
   */
  boolean looked(Sighting seen, Look found, Instant at, long now, long settle, long patience) {
    boolean still = seen.equals(sighting) && look instanceof Look.Incomplete;
    Look before = look;
    boolean gaveUpBefore = givenUp;
    looks++;
    sighting = seen;
    look = found;
    lookedAt = at;
    givenUp = false;
    due = OptionalLong.empty();
    if (found instanceof Look.Incomplete) {
      if (!still) {
        incompleteSince = now;
      }
      givenUp = now - incompleteSince >= patience;
      postpone(now, settle);
    }
    return !Objects.equals(before, found) || givenUp != gaveUpBefore;
  }

  /** Sets when to look at the listing again while the file is not whole. */
  void postpone(long now, long settle) {
    due =
        look instanceof Look.Incomplete && !givenUp
            ? OptionalLong.of(now + settle)
            : OptionalLong.empty();
  }
}
