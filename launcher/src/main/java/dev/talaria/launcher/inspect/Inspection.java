package dev.talaria.launcher.inspect;

import dev.talaria.formats.jar.BundleJar;
import dev.talaria.formats.jar.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * What was found out about a file.
 *
 * @param sha256 of the file, in lower-case hexadecimal
 * @param jar what is in it; empty if it is no whole bundle
 * @param refusals why it would be refused; empty if it would not be
 * @param tools that it declares
 * @param missing what it lacks to resolve, besides the core; empty if it would resolve
 * @param notes what would happen, and what could not be checked
 */
public record Inspection(
    String sha256,
    Optional<BundleJar> jar,
    List<Refusal> refusals,
    List<InspectedTool> tools,
    List<String> missing,
    List<String> notes) {
  public Inspection {
    refusals = List.copyOf(refusals);
    tools = List.copyOf(tools);
    missing = List.copyOf(missing);
    notes = List.copyOf(notes);
  }

  /** Whether the deploy folder would take the file. */
  public boolean isAcceptable() {
    return refusals.isEmpty();
  }
}
