package dev.talaria.formats.jar;

import java.util.List;
import java.util.Map;

/** Whether the bundle was built for an API that this runtime has. */
final class ApiRules {
  private final Map<String, String> apiPackages;

  ApiRules(Map<String, String> apiPackages) {
    this.apiPackages = apiPackages;
  }

  void check(BundleManifest manifest, List<Refusal> refusals) {
    for (Clause clause : manifest.imports()) {
      if (clause.directive("resolution").filter("optional"::equals).isPresent()) {
        continue;
      }
      String range = clause.attribute("version").orElse("0");
      for (String name : clause.paths()) {
        String version = apiPackages.get(name);
        if (version != null && !VersionRange.includes(range, version)) {
          refusals.add(
              new Refusal(
                  "it imports " + name + " " + range + ", and this runtime has " + version,
                  "Build it with the dev.talaria:api of this runtime."));
        }
      }
    }
  }
}
