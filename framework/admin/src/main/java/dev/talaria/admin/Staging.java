package dev.talaria.admin;

import java.util.List;

/**
 * What would become of an owner's tools and hooks if a staged deployment were promoted now.
 *
 * @param missing names of tools that the manifest declares and the current deployment serves, and
 *     kind and component of granted guards that are declared, for which no service has come yet
 * @param problems a sentence for each tool or hook that came and cannot be taken: its object cannot
 *     be made, it differs from its declaration, or it would not stand where the current one does
 * @param leaving names that the current deployment serves and the manifest no longer declares;
 *     ordered
 */
public record Staging(List<String> missing, List<String> problems, List<String> leaving) {
  public Staging {
    missing = List.copyOf(missing);
    problems = List.copyOf(problems);
    leaving = List.copyOf(leaving);
  }

  /** Returns whether nothing would be lost against the owner's will. */
  public boolean isComplete() {
    return missing.isEmpty() && problems.isEmpty();
  }
}
