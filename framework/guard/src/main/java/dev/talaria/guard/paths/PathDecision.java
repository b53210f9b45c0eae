package dev.talaria.guard.paths;

import java.nio.file.Path;

/** The answer of a {@link PathPolicy}. */
public sealed interface PathDecision {
  /**
   * The path may be used.
   *
   * @param root that it lies in, resolved
   * @param path resolved: absolute, no link in any existing part, no {@code ..}
   */
  record Allowed(Path root, Path path) implements PathDecision {
    /** Returns the path from its root on; an empty path for the root itself. */
    public Path relative() {
      return root.relativize(path);
    }
  }

  /**
   * The path may not be used.
   *
   * @param reason one sentence for the caller
   */
  record Refused(String reason) implements PathDecision {}
}
