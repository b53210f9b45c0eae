package dev.talaria.formats.jar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a manifest says about a bundle, parsed but not judged.
 *
 * @param symbolicName of the bundle
 * @param version of the bundle; {@code 0.0.0} when none is given
 * @param singleton whether only one version of it may run
 * @param imports of packages
 * @param exports of packages
 * @param dynamicImports of packages, wildcards included
 * @param fragmentHost present if it is a fragment
 * @param requiredBundles by symbolic name
 * @param providedCapabilities without those that follow from other headers
 * @param requiredCapabilities without those that follow from other headers
 * @param componentPaths entries of {@code Service-Component}, wildcards included
 * @param classPath entries of {@code Bundle-ClassPath}; {@code .} when none is given
 * @param extensionActivator the class of {@code ExtensionBundle-Activator}
 * @param executionEnvironments of {@code Bundle-RequiredExecutionEnvironment}
 * @param updatedInPlace whether {@value #UPDATE_HEADER} says that two versions cannot run at once
 */
public record BundleManifest(
    String symbolicName,
    String version,
    boolean singleton,
    List<Clause> imports,
    List<Clause> exports,
    List<Clause> dynamicImports,
    Optional<Clause> fragmentHost,
    List<Clause> requiredBundles,
    List<Clause> providedCapabilities,
    List<Clause> requiredCapabilities,
    List<String> componentPaths,
    List<String> classPath,
    Optional<String> extensionActivator,
    List<String> executionEnvironments,
    boolean updatedInPlace) {
  /** Says how a bundle wants to be updated; {@code in-place}: never two versions at once. */
  public static final String UPDATE_HEADER = "Talaria-Update";

  private static final Pattern SYMBOLIC_NAME =
      Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
  private static final Pattern VERSION =
      Pattern.compile("\\d{1,9}(\\.\\d{1,9}(\\.\\d{1,9}(\\.[A-Za-z0-9_-]+)?)?)?");

  /** Names become parts of file names, which end at this length. */
  private static final int LONGEST_NAME = 255;

  private static final int LONGEST_VERSION = 100;

  public BundleManifest {
    Objects.requireNonNull(symbolicName, "symbolicName");
    Objects.requireNonNull(version, "version");
    imports = List.copyOf(imports);
    exports = List.copyOf(exports);
    dynamicImports = List.copyOf(dynamicImports);
    requiredBundles = List.copyOf(requiredBundles);
    providedCapabilities = List.copyOf(providedCapabilities);
    requiredCapabilities = List.copyOf(requiredCapabilities);
    componentPaths = List.copyOf(componentPaths);
    classPath = List.copyOf(classPath);
    executionEnvironments = List.copyOf(executionEnvironments);
  }

  /**
   * Reads the headers of a bundle.
   *
   * @param headers of the main section, by case-insensitive name
   * @throws InvalidManifestException if they are not those of a bundle; the message names the
   *     header
   */
  public static BundleManifest of(Map<String, String> headers) throws InvalidManifestException {
    String manifestVersion = headers.get("Bundle-ManifestVersion");
    if (headers.getOrDefault("Bundle-SymbolicName", "").isBlank()) {
      throw new InvalidManifestException(
          "it is no OSGi bundle: its manifest has no Bundle-SymbolicName");
    }
    if (manifestVersion == null) {
      throw new InvalidManifestException(
          "its manifest has no Bundle-ManifestVersion; write 'Bundle-ManifestVersion: 2' into it");
    }
    if (!manifestVersion.strip().equals("2")) {
      throw new InvalidManifestException(
          "its Bundle-ManifestVersion is '" + shown(manifestVersion) + "', but has to be 2");
    }
    List<Clause> names = clauses(headers, "Bundle-SymbolicName");
    Clause name = names.get(0);
    if (names.size() > 1
        || name.paths().size() > 1
        || !SYMBOLIC_NAME.matcher(name.path()).matches()) {
      throw new InvalidManifestException(
          "its Bundle-SymbolicName '"
              + shown(headers.get("Bundle-SymbolicName"))
              + "' is no valid name");
    }
    if (name.path().length() > LONGEST_NAME) {
      throw new InvalidManifestException(
          "its Bundle-SymbolicName '"
              + shown(name.path())
              + "' has more than "
              + LONGEST_NAME
              + " characters");
    }
    List<Clause> hosts = clauses(headers, "Fragment-Host");
    return new BundleManifest(
        name.path(),
        version(headers.get("Bundle-Version")),
        name.directive("singleton").map(value -> !value.equals("false")).orElse(false),
        clauses(headers, "Import-Package"),
        clauses(headers, "Export-Package"),
        clauses(headers, "DynamicImport-Package"),
        hosts.stream().findFirst(),
        clauses(headers, "Require-Bundle"),
        clauses(headers, "Provide-Capability"),
        clauses(headers, "Require-Capability"),
        paths(headers, "Service-Component", List.of()),
        paths(headers, "Bundle-ClassPath", List.of(".")),
        Optional.ofNullable(headers.get("ExtensionBundle-Activator")),
        paths(headers, "Bundle-RequiredExecutionEnvironment", List.of()),
        updatedInPlace(headers.get(UPDATE_HEADER)));
  }

  private static boolean updatedInPlace(String header) throws InvalidManifestException {
    if (header == null) {
      return false;
    }
    if (!header.strip().equals("in-place")) {
      throw new InvalidManifestException(
          "its header "
              + UPDATE_HEADER
              + " is '"
              + shown(header)
              + "'; the only value is in-place, for bundles of which two versions cannot run at"
              + " once");
    }
    return true;
  }

  /** Returns the tools that the manifest declares. */
  public List<ToolCapability> tools() {
    return providedCapabilities.stream()
        .filter(clause -> clause.paths().contains(ToolCapability.NAMESPACE))
        .map(ToolCapability::of)
        .toList();
  }

  private static String version(String header) throws InvalidManifestException {
    String version = header == null || header.isBlank() ? "0.0.0" : header.strip();
    if (!VERSION.matcher(version).matches()) {
      throw new InvalidManifestException(
          "its Bundle-Version '" + shown(version) + "' is no version");
    }
    if (version.length() > LONGEST_VERSION) {
      throw new InvalidManifestException(
          "its Bundle-Version '"
              + shown(version)
              + "' has more than "
              + LONGEST_VERSION
              + " characters");
    }
    return version;
  }

  private static String shown(String value) {
    return value.length() > LONGEST_VERSION ? value.substring(0, LONGEST_VERSION) + "..." : value;
  }

  private static List<String> paths(
      Map<String, String> headers, String name, List<String> otherwise)
      throws InvalidManifestException {
    List<String> paths = new ArrayList<>();
    clauses(headers, name).forEach(clause -> paths.addAll(clause.paths()));
    return paths.isEmpty() ? otherwise : paths;
  }

  private static List<Clause> clauses(Map<String, String> headers, String name)
      throws InvalidManifestException {
    String header = headers.get(name);
    if (header == null || header.isBlank()) {
      return List.of();
    }
    try {
      return HeaderParser.parse(header);
    } catch (InvalidManifestException e) {
      throw new InvalidManifestException(
          "its header " + name + " cannot be read: " + e.getMessage(), e);
    }
  }
}
