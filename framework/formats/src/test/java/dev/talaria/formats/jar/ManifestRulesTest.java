package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestRulesTest {
  private static final CoreFacts CORE =
      new CoreFacts(
          Set.of("dev.talaria.registry", "org.apache.felix.framework"),
          Set.of("dev.talaria.api", "org.slf4j"),
          Set.of("dev.talaria.registry", "dev.talaria.plugin"),
          Map.of("dev.talaria.api", "1.2.0"),
          17);

  private static final ToolDocumentRule DOCUMENTS =
      (tool, document) ->
          document.length == 2 ? Optional.empty() : Optional.of("it has " + document.length);

  @TempDir Path folder;

  @Test
  void anOrdinaryPluginPasses() throws Exception {
    TestJar jar =
        TestJar.bundle("com.example.weather")
            .header(
                "Import-Package", "dev.talaria.api;version=\"[1.0,2)\",org.slf4j,javax.xml.stream")
            .header("Export-Package", "com.example.weather.spi;version=1.0")
            .header("Require-Bundle", "com.example.lib")
            .header("DynamicImport-Package", "com.example.*")
            .header("Service-Component", "c.xml")
            .header(
                "Require-Capability",
                "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=17))\","
                    + "osgi.extender;filter:=\"(osgi.extender=osgi.component)\"")
            .header("Provide-Capability", tool("get_weather", "weather"))
            .entry("OSGI-INF/tools/get_weather.json", "{}")
            .entry("c.xml", "<component name='com.example.weather'/>");

    assertThat(check(jar)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Fragment-Host|dev.talaria.registry|fragment of dev.talaria.registry",
        "Fragment-Host|com.example.other|fragment of com.example.other",
        "Fragment-Host|system.bundle;extension:=framework|extension of system.bundle",
        "ExtensionBundle-Activator|x.Y|ExtensionBundle-Activator",
        "Require-Bundle|com.a,dev.talaria.registry;resolution:=optional|dev.talaria.registry",
        "Require-Bundle|system.bundle|system.bundle",
        "Import-Package|org.osgi.framework.hooks.weaving|org.osgi.framework.hooks.weaving",
        "Import-Package|a;org.osgi.service.cm;resolution:=optional|org.osgi.service.cm",
        "Import-Package|org.osgi.service.permissionadmin|org.osgi.service.permissionadmin",
        "Import-Package|org.osgi.service.condpermadmin|org.osgi.service.condpermadmin",
        "Import-Package|dev.talaria.admin|dev.talaria.admin",
        "Import-Package|dev.talaria.admin.more|dev.talaria.admin.more",
        "DynamicImport-Package|org.osgi.service.cm.*|org.osgi.service.cm",
        "DynamicImport-Package|*|DynamicImport-Package '*'",
        "DynamicImport-Package|org.*|DynamicImport-Package 'org.*'",
        "DynamicImport-Package|org.osgi.framework.hooks.*|hooks",
        "DynamicImport-Package|org.osgi.framework.hooks.resolver|hooks",
        "DynamicImport-Package|a,dev.talaria.admin;version=1|dev.talaria.admin",
        "DynamicImport-Package|dev.talaria.*|dev.talaria.*",
        "Export-Package|com.a,org.slf4j;version=9|org.slf4j",
        "Export-Package|dev.talaria.admin|dev.talaria.admin",
        "Require-Capability|osgi.wiring.package;filter:=\"(osgi.wiring.package=x)\"|osgi.wiring",
        "Provide-Capability|osgi.wiring.bundle;osgi.wiring.bundle=x|osgi.wiring.bundle",
        "Require-Capability|osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"|Java 99",
        "Require-Capability|osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version>=21.0))\"|Java 21",
        "Bundle-RequiredExecutionEnvironment|JavaSE-21|Java 21"
      })
  void refusesByHeader(String row) throws Exception {
    String[] parts = row.split("\\|");
    TestJar jar = TestJar.bundle("com.example").header(parts[0], parts[1]);

    List<Refusal> refusals = check(jar);

    assertThat(refusals).hasSize(1);
    assertThat(refusals.get(0).reason()).contains(parts[2]);
    assertThat(refusals.get(0).remedy()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Require-Capability|osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=1.8))\"",
        "Require-Capability|osgi.ee;filter:=\"(|(&(osgi.ee=JavaSE)(version=99))(osgi.ee=X))\"",
        "Bundle-RequiredExecutionEnvironment|JavaSE-99,JavaSE-1.8",
        "DynamicImport-Package|org.osgi.service.cmx.*"
      })
  void leavesAloneByHeader(String row) throws Exception {
    String[] parts = row.split("\\|", 2);

    assertThat(check(TestJar.bundle("com.example").header(parts[0], parts[1]))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.talaria.registry",
        "Dev.Talaria.Registry",
        "system.bundle",
        "org.apache.felix.framework"
      })
  void refusesTheNameOfACoreBundle(String name) throws Exception {
    assertThat(check(TestJar.bundle(name)))
        .singleElement()
        .extracting(Refusal::reason)
        .asString()
        .contains("core bundle");
  }

  @ParameterizedTest
  @CsvSource({
    "name='dev.talaria.registry'",
    "name='x' configuration-pid='y dev.talaria.registry'",
    "name='x' configuration-pid='dev.talaria.plugin~com.example'",
    "name='dev.talaria.plugin' configuration-pid='$' configuration-policy='ignore'"
  })
  void refusesTheConfigurationOfACoreBundle(String attributes) throws Exception {
    TestJar jar =
        TestJar.bundle("com.example")
            .header("Service-Component", "c.xml")
            .entry("c.xml", "<component " + attributes + "/>");

    assertThat(check(jar)).singleElement().asString().contains("configuration dev.talaria.");
  }

  @Test
  void refusesItsOwnCopyOfTheApi() throws Exception {
    assertThat(check(TestJar.bundle("a").entry("dev/talaria/api/Tool.class", "")))
        .singleElement()
        .asString()
        .contains("own copy of dev.talaria.api", "provided");
  }

  @ParameterizedTest
  @CsvSource({
    "9lives, x, not valid",
    "a b, x, not valid",
    "mcp__files__read, x, reserved",
    "ok, mcp-files, reserved",
    "ok, Upper, no valid toolset",
  })
  void refusesBadTools(String name, String toolset, String reason) throws Exception {
    TestJar jar =
        TestJar.bundle("a")
            .header("Provide-Capability", tool(name, toolset))
            .entry("OSGI-INF/tools/" + name + ".json", "{}");

    assertThat(check(jar)).singleElement().asString().contains(reason);
  }

  @Test
  void refusesAToolWithoutItsDocumentAndAToolDeclaredTwice() throws Exception {
    TestJar missing = TestJar.bundle("a").header("Provide-Capability", tool("t", "x"));
    TestJar twice =
        TestJar.bundle("a")
            .header("Provide-Capability", tool("t", "x") + "," + tool("t", "x"))
            .entry("OSGI-INF/tools/t.json", "{}");

    assertThat(check(missing)).singleElement().asString().contains("OSGI-INF/tools/t.json");
    assertThat(check(twice)).singleElement().asString().contains("twice");
  }

  @Test
  void saysEverythingAtOnce() throws Exception {
    TestJar jar =
        TestJar.bundle("dev.talaria.registry")
            .header("Fragment-Host", "system.bundle")
            .header("Export-Package", "org.slf4j");

    assertThat(check(jar)).hasSize(3);
  }

  private static String tool(String name, String toolset) {
    return "dev.talaria.tool;dev.talaria.tool=\"%s\";toolset=\"%s\";schema=\"OSGI-INF/tools/%s.json\""
        .formatted(name, toolset, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1.0,2)", "1.2", "[1.2.0,1.2.0]", "(1.1.9,9]", "0"})
  void takesApiRangesThatThisRuntimeHas(String range) throws Exception {
    assertThat(check(importing(range))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1.3,2)", "1.2.0.a", "(1.2.0,2)", "[1.0,1.2)", "[2,3)", "nonsense"})
  void refusesApiRangesThatThisRuntimeLacks(String range) throws Exception {
    assertThat(check(importing(range)))
        .singleElement()
        .extracting(Refusal::reason)
        .asString()
        .contains("imports dev.talaria.api " + range, "this runtime has 1.2.0");
  }

  private static TestJar importing(String range) {
    return TestJar.bundle("com.example")
        .header("Import-Package", "dev.talaria.api;version=\"" + range + "\"");
  }

  @Test
  void refusesDocumentsThatTheRegistryWouldNotTake() throws Exception {
    TestJar jar =
        TestJar.bundle("com.example")
            .header("Provide-Capability", tool("get_weather", "weather"))
            .entry("OSGI-INF/tools/get_weather.json", "{...}");

    assertThat(check(jar))
        .singleElement()
        .extracting(Refusal::reason)
        .asString()
        .contains("get_weather", "OSGI-INF/tools/get_weather.json", "it has 5");
  }

  private List<Refusal> check(TestJar jar) throws Exception {
    Path file = folder.resolve("x.jar");
    Files.write(file, jar.bytes());
    JarReading reading = new BundleJarReader(JarLimits.DEFAULT).read(file);
    assertThat(reading).isInstanceOf(JarReading.Readable.class);
    return new ManifestRules(CORE, DOCUMENTS).check(((JarReading.Readable) reading).jar());
  }
}
