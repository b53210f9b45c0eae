package dev.talaria.formats.cfg;

import java.io.IOException;

/** A file that is no valid {@code .cfg}: its values must not be used. */
public final class CfgException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient CfgProblem problem;

  /** Creates the exception; its message is the problem's sentence. */
  public CfgException(CfgProblem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  /** Returns what is wrong; null after serialisation. */
  public CfgProblem problem() {
    return problem;
  }
}
