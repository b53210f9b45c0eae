package dev.talaria.mcp.wire.protocol;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The revisions that are spoken here, oldest first. */
public enum Revision {
  R2024_11_05("2024-11-05", Era.LEGACY),
  R2025_03_26("2025-03-26", Era.LEGACY),
  R2025_06_18("2025-06-18", Era.LEGACY),
  R2025_11_25("2025-11-25", Era.LEGACY),
  R2026_07_28("2026-07-28", Era.MODERN);

  /** The newest of the legacy era, offered to a client that asks for one unknown here. */
  public static final Revision LATEST_LEGACY = R2025_11_25;

  /** What an HTTP client without a version header speaks (2025-11-25, transports). */
  public static final Revision ASSUMED_WITHOUT_HEADER = R2025_03_26;

  private static final List<String> NEWEST_FIRST =
      Arrays.stream(values()).sorted(Comparator.reverseOrder()).map(Revision::version).toList();

  private final String version;
  private final Era era;

  Revision(String version, Era era) {
    this.version = version;
    this.era = era;
  }

  /** Returns the revision of this version text, if it is spoken here. */
  public static Optional<Revision> of(String version) {
    for (Revision revision : values()) {
      if (revision.version.equals(version)) {
        return Optional.of(revision);
      }
    }
    return Optional.empty();
  }

  /** Returns all versions, newest first; unmodifiable. */
  public static List<String> versions() {
    return NEWEST_FIRST;
  }

  /** Returns the versions of an era, newest first; unmodifiable. */
  public static List<String> versions(Era era) {
    return NEWEST_FIRST.stream().filter(v -> of(v).orElseThrow().era == era).toList();
  }

  /** Returns the version text. */
  public String version() {
    return version;
  }

  /** Returns how it works. */
  public Era era() {
    return era;
  }

  /** Returns whether several messages may come in one array: only 2025-03-26 has that. */
  public boolean hasBatches() {
    return this == R2025_03_26;
  }

  /** Returns whether results may hold audio. */
  public boolean hasAudio() {
    return compareTo(R2025_03_26) >= 0;
  }

  /** Returns whether results may hold links, and structured values beside the content. */
  public boolean hasStructuredResults() {
    return compareTo(R2025_06_18) >= 0;
  }

  /** Returns whether structured values, and their schemas, may be other than objects. */
  public boolean hasAnyStructuredType() {
    return compareTo(R2026_07_28) >= 0;
  }
}
