package dev.talaria.formats.jar;

import java.util.Map;
import java.util.Set;

/**
 * What the rules have to know of the runtime that a bundle is dropped into.
 *
 * @param symbolicNames of the core bundles and of the framework
 * @param packages that core bundles or the framework export, or that core bundles import
 * @param configurationPids that core components are configured by
 * @param apiPackages the packages of {@code dev.talaria.api} with their versions
 * @param javaFeature the version of the running Java, such as 17
 */
public record CoreFacts(
    Set<String> symbolicNames,
    Set<String> packages,
    Set<String> configurationPids,
    Map<String, String> apiPackages,
    int javaFeature) {
  public CoreFacts {
    symbolicNames = Set.copyOf(symbolicNames);
    packages = Set.copyOf(packages);
    configurationPids = Set.copyOf(configurationPids);
    apiPackages = Map.copyOf(apiPackages);
  }
}
