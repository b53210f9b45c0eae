package dev.talaria.formats.jar;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a JAR must not be or ask for to be installed beside the core. All of it is decided from the
 * manifest and the names in the JAR, before the framework sees the file: an extension bundle runs
 * code at its installation. Immutable, thread-safe.
 */
public final class ManifestRules {
  private final IdentityRules identity;
  private final PackageRules packages;
  private final ComponentRules components;
  private final EnvironmentRules environment;
  private final ApiRules api;
  private final ToolRules tools;

  /**
   * Creates the rules of a runtime.
   *
   * @param documents judges the declaration documents of tools
   */
  public ManifestRules(CoreFacts core, ToolDocumentRule documents) {
    Objects.requireNonNull(core, "core");
    identity = new IdentityRules(core.symbolicNames());
    packages = new PackageRules(core.packages());
    components = new ComponentRules(core.configurationPids());
    environment = new EnvironmentRules(core.javaFeature());
    api = new ApiRules(core.apiPackages());
    tools = new ToolRules(documents);
  }

  /** Returns everything that speaks against a JAR; empty if nothing does. */
  public List<Refusal> check(BundleJar jar) {
    List<Refusal> refusals = new ArrayList<>();
    identity.check(jar.manifest(), refusals);
    packages.check(jar, refusals);
    components.check(jar.components(), refusals);
    environment.check(jar.manifest(), refusals);
    api.check(jar.manifest(), refusals);
    tools.check(jar, refusals);
    if (jar.signature() instanceof JarSignature.Broken broken) {
      refusals.add(
          new Refusal(broken.reason(), "Get the file anew from who signed it, or sign it again."));
    }
    return List.copyOf(refusals);
  }
}
