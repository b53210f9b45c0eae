package dev.talaria.formats.jar;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A whole JAR of a bundle.
 *
 * @param manifest its manifest
 * @param entries the names of its entries
 * @param components of all its component descriptions
 * @param apiCopies where classes of {@code dev.talaria.api} lie in it, embedded JARs included
 */
public record BundleJar(
    BundleManifest manifest,
    Set<String> entries,
    List<ComponentDescription> components,
    List<String> apiCopies) {
  public BundleJar {
    Objects.requireNonNull(manifest, "manifest");
    entries = Set.copyOf(entries);
    components = List.copyOf(components);
    apiCopies = List.copyOf(apiCopies);
  }
}
