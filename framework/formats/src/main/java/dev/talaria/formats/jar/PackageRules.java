package dev.talaria.formats.jar;

import java.util.List;
import java.util.Set;

/** Which packages a bundle may import, export and contain. */
final class PackageRules {
  /** Packages by which a bundle could reach into the runtime, each with those below it. */
  private static final List<String> CLOSED =
      List.of(
          "org.osgi.framework.hooks",
          "org.osgi.service.cm",
          "org.osgi.service.permissionadmin",
          "org.osgi.service.condpermadmin",
          "dev.talaria.admin");

  private static final String API = "dev.talaria.api";
  private static final String WIRING = "osgi.wiring.";

  private final Set<String> corePackages;

  PackageRules(Set<String> corePackages) {
    this.corePackages = corePackages;
  }

  void check(BundleJar jar, List<Refusal> refusals) {
    BundleManifest manifest = jar.manifest();
    for (Clause clause : manifest.imports()) {
      for (String name : clause.paths()) {
        if (isClosed(name)) {
          refusals.add(closed("it imports " + name));
        }
      }
    }
    for (Clause clause : manifest.dynamicImports()) {
      for (String pattern : clause.paths()) {
        if (reachesClosed(pattern)) {
          refusals.add(
              new Refusal(
                  "its DynamicImport-Package '" + pattern + "' reaches packages of the runtime",
                  "Name the packages that you need in Import-Package."));
        }
      }
    }
    for (Clause clause : manifest.exports()) {
      for (String name : clause.paths()) {
        if (corePackages.contains(name) || isClosed(name) || name.equals(API)) {
          refusals.add(
              new Refusal(
                  "it exports " + name + ", a package that the runtime itself exports or imports",
                  "Keep the package private, or take it from the runtime with Import-Package."));
        }
      }
    }
    wiring(manifest, refusals);
    if (!jar.apiCopies().isEmpty()) {
      refusals.add(
          new Refusal(
              "it has its own copy of " + API + " (" + jar.apiCopies().get(0) + ")",
              "Give the dependency dev.talaria:api the scope 'provided' and import the package."));
    }
  }

  /** Package wires have headers of their own; as capabilities they would go round the checks. */
  private static void wiring(BundleManifest manifest, List<Refusal> refusals) {
    for (List<Clause> clauses :
        List.of(manifest.requiredCapabilities(), manifest.providedCapabilities())) {
      for (Clause clause : clauses) {
        for (String namespace : clause.paths()) {
          if (namespace.startsWith(WIRING)) {
            refusals.add(
                new Refusal(
                    "it uses the namespace " + namespace + " as a capability",
                    "Use Import-Package, Export-Package or Require-Bundle."));
          }
        }
      }
    }
  }

  private static Refusal closed(String what) {
    return new Refusal(
        what + ", which is closed to deployed bundles",
        "Remove the import: configuration reaches a component through Declarative Services, tools"
            + " through dev.talaria.api.");
  }

  private static boolean isClosed(String name) {
    return CLOSED.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
  }

  private static boolean reachesClosed(String pattern) {
    if (pattern.equals("*")) {
      return true;
    }
    if (!pattern.endsWith(".*")) {
      return isClosed(pattern);
    }
    // "a.*" stands for the packages below a.
    String below = pattern.substring(0, pattern.length() - 1);
    return CLOSED.stream().anyMatch(root -> root.startsWith(below) || below.startsWith(root + "."));
  }
}
