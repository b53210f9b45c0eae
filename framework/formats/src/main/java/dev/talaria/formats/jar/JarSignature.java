package dev.talaria.formats.jar;

import java.util.Set;

/** What the signatures in a JAR are worth. Says who signed, not whether anybody trusts them. */
public sealed interface JarSignature {
  /** Nobody signed it. */
  record Unsigned() implements JarSignature {}

  /**
   * It was changed since it was signed, or its signature cannot be read.
   *
   * @param reason what does not fit
   */
  record Broken(String reason) implements JarSignature {}

  /**
   * It was signed, but nobody vouches for the whole of it.
   *
   * @param reason what is not covered, by whom
   */
  record Partial(String reason) implements JarSignature {}

  /**
   * Each of the signers vouches for every entry and for the manifest.
   *
   * @param signers at least one
   */
  record Whole(Set<Signer> signers) implements JarSignature {
    public Whole {
      signers = Set.copyOf(signers);
    }
  }
}
