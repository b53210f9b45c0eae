package dev.talaria.launcher.framework;

import java.util.List;

/**
 * The names by which launcher and core know each other. The launcher compiles against no bundle, so
 * they are repeated here, and only here, from {@code dev.talaria.api} and {@code
 * dev.talaria.admin.RuntimeProperties}.
 */
final class CoreNames {
  /** Symbolic name of the bundle whose manifest lists the extension points. */
  static final String API_BUNDLE = "dev.talaria.api";

  /** Symbolic name of the one bundle that may see everybody's tools. */
  static final String REGISTRY_BUNDLE = "dev.talaria.registry";

  static final String TOOL_SERVICE = "dev.talaria.api.Tool";

  /** Capability namespace of extension points, and the attribute with the interface's name. */
  static final String EXTENSION_NAMESPACE = "dev.talaria.extension";

  static final String ADMIN_PACKAGE = "dev.talaria.admin";
  static final String HOOKS_PACKAGE = "org.osgi.framework.hooks";

  /** Packages that deployed bundles are never wired to, each with the packages below it. */
  static final List<String> HIDDEN_PACKAGES =
      List.of(ADMIN_PACKAGE, HOOKS_PACKAGE, "org.osgi.service.cm");

  /** Packages whose service interfaces deployed bundles do not see. */
  static final List<String> HIDDEN_SERVICE_PACKAGES = List.of(ADMIN_PACKAGE, HOOKS_PACKAGE);

  static final String HOME = "dev.talaria.home";
  static final String DISTRIBUTION = "dev.talaria.distribution";
  static final String COMMAND = "dev.talaria.command";
  static final String VERSION = "dev.talaria.version";
  static final String WORKSPACE = "dev.talaria.workspace";
  static final String NO_AUTH = "dev.talaria.noauth";
  static final String BACKGROUND = "dev.talaria.background";

  static final String LAUNCHER_SERVICE = "dev.talaria.launcher";
  static final String CORE_BUNDLES = "core-bundles";

  /** Name of the persistence manager that the config bundle registers. */
  static final String PERSISTENCE_MANAGER = "talaria";

  private CoreNames() {}

  /** Returns whether a package is one of the given or lies below one. */
  static boolean isWithin(String packageName, List<String> roots) {
    for (String root : roots) {
      if (packageName.startsWith(root)
          && (packageName.length() == root.length() || packageName.charAt(root.length()) == '.')) {
        return true;
      }
    }
    return false;
  }
}
