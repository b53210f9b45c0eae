package dev.talaria.formats.jar;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A whole JAR of a bundle.
 *
 * @param manifest its manifest
 * @param entries the names of its entries
 * @param components of all its component descriptions
 * @param apiCopies where classes of {@code dev.talaria.api} lie in it, embedded JARs included
 * @param documents contents of the declaration documents that its manifest names and it has, by
 *     path; not to be changed
 * @param signature what its signatures are worth
 */
public record BundleJar(
    BundleManifest manifest,
    Set<String> entries,
    List<ComponentDescription> components,
    List<String> apiCopies,
    Map<String, byte[]> documents,
    JarSignature signature) {
  public BundleJar {
    Objects.requireNonNull(manifest, "manifest");
    entries = Set.copyOf(entries);
    components = List.copyOf(components);
    apiCopies = List.copyOf(apiCopies);
    documents = Map.copyOf(documents);
    Objects.requireNonNull(signature, "signature");
  }

  /** Returns this with another signature, for a JAR that was made of a signed one. */
  public BundleJar signedAs(JarSignature other) {
    return new BundleJar(manifest, entries, components, apiCopies, documents, other);
  }
}
