package dev.talaria.compiler;

import java.util.List;

/** The source is not one that can be compiled to a tool. */
final class SourceException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  SourceException(Problem problem) {
    this(List.of(problem));
  }

  SourceException(List<Problem> problems) {
    super(problems.toString());
    this.problems = List.copyOf(problems);
  }

  List<Problem> problems() {
    return problems;
  }
}
