package dev.talaria.admin;

/** Framework properties and services by which the launcher tells the core about the runtime. */
public final class RuntimeProperties {
  /** Absolute path of the home folder. */
  public static final String HOME = "dev.talaria.home";

  /** Absolute path of the distribution folder. */
  public static final String DISTRIBUTION = "dev.talaria.distribution";

  /** Version of the distribution. */
  public static final String VERSION = "dev.talaria.version";

  /** Absolute path of the default workspace; absent: sessions have none unless they bring one. */
  public static final String WORKSPACE = "dev.talaria.workspace";

  /** {@code true}: {@code /mcp} on loopback needs no token. */
  public static final String NO_AUTH = "dev.talaria.noauth";

  /** {@code true}: started by a stdio bridge; ends itself after its last client. */
  public static final String BACKGROUND = "dev.talaria.background";

  /** Address that the HTTP server is bound to, as the operator wrote it. */
  public static final String HOST = "org.apache.felix.http.host";

  /**
   * Service property by which the launcher names the services it registers. {@code core-bundles}: a
   * {@code java.util.function.Predicate<org.osgi.framework.Bundle>} that is true for the bundles
   * that the launcher installed. Only a service of the system bundle counts.
   */
  public static final String LAUNCHER_SERVICE = "dev.talaria.launcher";

  /** Target filter of the core-bundles predicate. */
  public static final String CORE_BUNDLES_TARGET = "(" + LAUNCHER_SERVICE + "=core-bundles)";

  private RuntimeProperties() {}
}
