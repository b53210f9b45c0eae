package dev.talaria.formats.jar;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A whole JAR that is no bundle.
 *
 * @param lacks what it would need to be one, as the end of the sentence "refused: ..."
 * @param headers of its manifest's main section, by case-insensitive name; empty without a manifest
 * @param entries the names of its entries
 * @param signature what its signatures are worth
 */
public record PlainJar(
    String lacks, Map<String, String> headers, Set<String> entries, JarSignature signature) {
  /** What to do about a JAR that is to be a bundle, a sentence. */
  public static final String REMEDY =
      "Build it as an OSGi bundle, for example with bnd-maven-plugin.";

  public PlainJar {
    Objects.requireNonNull(lacks, "lacks");
    SortedMap<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    byName.putAll(headers);
    headers = Collections.unmodifiableSortedMap(byName);
    entries = Set.copyOf(entries);
    Objects.requireNonNull(signature, "signature");
  }
}
