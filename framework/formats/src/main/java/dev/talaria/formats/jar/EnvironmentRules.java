package dev.talaria.formats.jar;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the running Java is new enough. Only what is certain is refused here; a requirement that
 * is stated in another way is left to the framework's resolver.
 */
final class EnvironmentRules {
  private static final Pattern NAME =
      Pattern.compile("Java(?:SE|SE/compact\\d)-(\\d{1,3})(\\.\\d+)?");
  private static final Pattern FILTER_VERSION =
      Pattern.compile("\\(version>?=(\\d{1,3})(?:\\.(\\d{1,3}))?[0-9.]*\\)");

  private final int javaFeature;

  EnvironmentRules(int javaFeature) {
    this.javaFeature = javaFeature;
  }

  void check(BundleManifest manifest, List<Refusal> refusals) {
    int needed = 0;
    for (Clause clause : manifest.requiredCapabilities()) {
      if (clause.paths().contains("osgi.ee")
          && !clause.directive("resolution").filter("optional"::equals).isPresent()) {
        needed = Math.max(needed, clause.directive("filter").map(this::ofFilter).orElse(0));
      }
    }
    // Any of the environments that are listed will do.
    OptionalInt named =
        manifest.executionEnvironments().stream().mapToInt(EnvironmentRules::ofName).min();
    needed = Math.max(needed, named.orElse(0));
    if (needed > javaFeature) {
      refusals.add(
          new Refusal(
              "it needs Java " + needed + ", and this runtime runs on Java " + javaFeature,
              "Run Talaria on Java " + needed + " or build the bundle for an older Java."));
    }
  }

  private int ofFilter(String filter) {
    if (!filter.contains("JavaSE") || filter.contains("|") || filter.contains("!")) {
      return 0;
    }
    int needed = 0;
    Matcher version = FILTER_VERSION.matcher(filter.replaceAll("\\s", ""));
    while (version.find()) {
      needed = Math.max(needed, feature(version.group(1), version.group(2)));
    }
    return needed;
  }

  private static int ofName(String environment) {
    Matcher name = NAME.matcher(environment);
    return name.matches() && name.group(2) == null ? Integer.parseInt(name.group(1)) : 0;
  }

  /** Java 8 and older were named 1.8 and so on. */
  private static int feature(String major, String minor) {
    int number = Integer.parseInt(major);
    return number == 1 && minor != null ? Integer.parseInt(minor) : number;
  }
}
