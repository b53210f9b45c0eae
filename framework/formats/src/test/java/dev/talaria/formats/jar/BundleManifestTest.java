package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BundleManifestTest {
  private static final CoreFacts CORE =
      new CoreFacts(Set.of("core"), Set.of("p"), Set.of("pid"), Map.of(), 17);

  /** Whatever a stranger writes into the headers, the rules answer. */
  @Property(tries = 5000)
  void anyHeadersAreJudgedOrRefused(@ForAll("headers") Map<String, String> some) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Bundle-ManifestVersion", "2");
    headers.put("Bundle-SymbolicName", "a");
    headers.putAll(some);
    try {
      BundleManifest manifest = BundleManifest.of(headers);
      BundleJar jar =
          new BundleJar(
              manifest, Set.of("x"), List.of(), List.of(), Map.of(), new JarSignature.Unsigned());
      assertThat(new ManifestRules(CORE, (tool, document) -> Optional.empty()).check(jar))
          .allSatisfy(r -> assertThat(r.reason()).isNotBlank());
    } catch (InvalidManifestException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Test
  void saysWhatToWriteWithoutAManifestVersion() {
    assertThatThrownBy(() -> BundleManifest.of(Map.of("Bundle-SymbolicName", "a")))
        .isInstanceOf(InvalidManifestException.class)
        .hasMessageContaining("has no Bundle-ManifestVersion")
        .hasMessageContaining("'Bundle-ManifestVersion: 2'");
  }

  @Test
  void namesAndVersionsHaveALength() throws Exception {
    assertThat(manifest("n".repeat(255), "1.0.0." + "q".repeat(94)).symbolicName()).hasSize(255);
    assertThatThrownBy(() -> manifest("n".repeat(256), "1.0.0"))
        .isInstanceOf(InvalidManifestException.class)
        .hasMessageContaining("more than 255 characters")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    assertThatThrownBy(() -> manifest("n", "1.0.0." + "q".repeat(95)))
        .isInstanceOf(InvalidManifestException.class)
        .hasMessageContaining("more than 100 characters");
  }

  @Test
  void aBundleMayAskToBeUpdatedInPlaceAndForNothingElse() throws Exception {
    Map<String, String> headers =
        new HashMap<>(Map.of("Bundle-ManifestVersion", "2", "Bundle-SymbolicName", "a"));
    assertThat(BundleManifest.of(headers).updatedInPlace()).isFalse();

    headers.put("Talaria-Update", " in-place ");
    assertThat(BundleManifest.of(headers).updatedInPlace()).isTrue();

    headers.put("Talaria-Update", "inplace");
    assertThatThrownBy(() -> BundleManifest.of(headers))
        .hasMessageContaining("Talaria-Update is 'inplace'; the only value is in-place");
  }

  private static BundleManifest manifest(String symbolicName, String version)
      throws InvalidManifestException {
    return BundleManifest.of(
        Map.of(
            "Bundle-ManifestVersion", "2",
            "Bundle-SymbolicName", symbolicName,
            "Bundle-Version", version));
  }

  @Provide
  Arbitrary<Map<String, String>> headers() {
    Arbitrary<String> name =
        Arbitraries.of(
            "Bundle-SymbolicName",
            "Bundle-Version",
            "Import-Package",
            "Export-Package",
            "DynamicImport-Package",
            "Fragment-Host",
            "Require-Bundle",
            "Provide-Capability",
            "Require-Capability",
            "Service-Component",
            "Bundle-ClassPath",
            "ExtensionBundle-Activator",
            "Bundle-RequiredExecutionEnvironment");
    Arbitrary<String> value =
        Arbitraries.of(
                "a",
                "*",
                ".*",
                "p",
                "core",
                " ",
                ",",
                ";",
                ":=",
                "=",
                "\"",
                "\\",
                "osgi.ee",
                "filter:=\"(&(osgi.ee=JavaSE)(version=99))\"",
                "dev.talaria.tool",
                "JavaSE-",
                "99",
                "1.2",
                "List<String>",
                "extension:=framework",
                "singleton:=true")
            .list()
            .ofMaxSize(8)
            .map(parts -> String.join("", parts));
    return Arbitraries.maps(name, value).ofMaxSize(5);
  }
}
