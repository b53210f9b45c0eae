package dev.talaria.deploy.internal.folder;

import dev.talaria.deploy.internal.store.Content;

/** What a look at a file of the folder found. */
public sealed interface Look {
  /** Not meant to be taken. */
  record Ignored(String reason) implements Look {}

  /** Not whole, or changing; it may become whole. */
  record Incomplete(String reason) implements Look {}

  /** The machine stands in the way: rights, a full disk, a network. */
  record Unreadable(String reason) implements Look {}

  /**
   * Whole, and not acceptable.
   *
   * @param sha256 of the content
   * @param symbolicName of the bundle, or empty if it says none
   * @param version of the bundle, or empty
   * @param reason why, and what to do
   */
  record Refused(String sha256, String symbolicName, String version, String reason)
      implements Look {}

  /** Whole, acceptable, and kept as a private copy. */
  record Accepted(Content content) implements Look {}
}
