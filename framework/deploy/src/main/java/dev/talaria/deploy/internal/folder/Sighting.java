package dev.talaria.deploy.internal.folder;

import java.time.Instant;
import java.util.Optional;

/**
 * What a listing of the folder shows of one entry.
 *
 * @param name of the entry
 * @param unfit why it cannot be taken whatever its content, such as a directory; empty for a file
 * @param fingerprint by which a change of content shows; links are followed
 */
record Sighting(String name, Optional<String> unfit, Fingerprint fingerprint) {
  /**
   * Hints, not proof: an equal fingerprint may hide a change within the clock's grain.
   *
   * @param size in bytes
   * @param modified by the one who wrote it; anyone can set it
   * @param changed by the file system, where it keeps that
   * @param key of the file within its file system, or empty
   */
  record Fingerprint(long size, Instant modified, Instant changed, String key) {
    static final Fingerprint NONE = new Fingerprint(0, Instant.EPOCH, Instant.EPOCH, "");

    /** Whether the file could have changed after a look at this time without showing it. */
    boolean isTooFreshAt(Instant look) {
      Instant newest = modified.isAfter(changed) ? modified : changed;
      return newest.isAfter(look.minusSeconds(2));
    }
  }
}
