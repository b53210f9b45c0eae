package dev.talaria.deploy.internal.folder;

import dev.talaria.deploy.internal.store.Content;
import java.util.Optional;

/** What a look at a file of the folder found. */
public sealed interface Look {
  /** Returns the hash of the content that was looked at; empty if there was no whole content. */
  default Optional<String> contentHash() {
    if (this instanceof Accepted accepted) {
      return Optional.of(accepted.content().sha256());
    }
    if (this instanceof Refused refused) {
      return Optional.of(refused.sha256()).filter(sha256 -> !sha256.isEmpty());
    }
    if (this instanceof Making making) {
      return Optional.of(making.sha256());
    }
    return this instanceof Broken broken ? Optional.of(broken.sha256()) : Optional.empty();
  }

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

  /**
   * Whole and no bundle; one is being made of it, and the file is looked at again when that is
   * done.
   *
   * @param sha256 of the content
   * @param symbolicName that the bundle will have
   * @param reason what is being done
   */
  record Making(String sha256, String symbolicName, String reason) implements Look {}

  /**
   * No bundle could be made of it, which is tried again when it changes or somebody asks for it.
   *
   * @param sha256 of the content
   * @param symbolicName that the bundle would have
   * @param reason why
   */
  record Broken(String sha256, String symbolicName, String reason) implements Look {}

  /** Whole, acceptable, and kept as a private copy. */
  record Accepted(Content content) implements Look {}
}
