package dev.talaria.formats.jar;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A bundle must not be, extend or need a bundle of the core. */
final class IdentityRules {
  /** The alias of the framework's own bundle (OSGi Core § 10.2.3.7). */
  private static final String SYSTEM_BUNDLE = "system.bundle";

  private final Set<String> coreNames;

  IdentityRules(Set<String> coreNames) {
    this.coreNames = coreNames.stream().map(IdentityRules::folded).collect(Collectors.toSet());
  }

  void check(BundleManifest manifest, List<Refusal> refusals) {
    if (isCore(manifest.symbolicName())) {
      refusals.add(
          new Refusal(
              "its symbolic name "
                  + manifest.symbolicName()
                  + " is that of a core bundle, which only a new distribution replaces",
              "Give the bundle a name of its own."));
    }
    manifest.fragmentHost().ifPresent(host -> refusals.add(fragment(host)));
    manifest
        .extensionActivator()
        .ifPresent(
            activator ->
                refusals.add(
                    new Refusal(
                        "its ExtensionBundle-Activator "
                            + activator
                            + " would run inside the framework at the installation",
                        "Use Bundle-Activator or a component.")));
    for (Clause required : manifest.requiredBundles()) {
      for (String name : required.paths()) {
        if (isCore(name)) {
          refusals.add(
              new Refusal(
                  "its Require-Bundle names the core bundle " + name,
                  "Use Import-Package for the packages that you need."));
        }
      }
    }
  }

  private static Refusal fragment(Clause host) {
    String kind = host.directive("extension").isPresent() ? "an extension" : "a fragment";
    return new Refusal(
        "it is " + kind + " of " + host.path() + " (Fragment-Host)",
        "Put its content into the bundle that needs it.");
  }

  private boolean isCore(String name) {
    return coreNames.contains(folded(name)) || name.equals(SYSTEM_BUNDLE);
  }

  /** A name that differs in case only is meant to be taken for the other. */
  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
