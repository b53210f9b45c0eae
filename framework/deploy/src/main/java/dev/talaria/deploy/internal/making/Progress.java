package dev.talaria.deploy.internal.making;

import java.nio.file.Path;

/** How far the making of a bundle is. */
public sealed interface Progress {
  /** It is under way, or waits for its turn. */
  record Working() implements Progress {}

  /**
   * It is done.
   *
   * @param bundle a file for whoever asks to take away
   */
  record Made(Path bundle) implements Progress {}

  /**
   * No bundle can be made of this content.
   *
   * @param reason why
   */
  record Wrong(String reason) implements Progress {}

  /**
   * Something other than the content stood in the way.
   *
   * @param reason what
   */
  record Hindered(String reason) implements Progress {}
}
