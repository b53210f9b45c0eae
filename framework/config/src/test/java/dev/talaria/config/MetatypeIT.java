package dev.talaria.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values are compared with what bundles define, as far as these may define it. */
class MetatypeIT {
  private static final String TIMEOUT =
      "<AD id='timeout' type='Integer' min='1' max='100' required='false'/>";
  private static final String ALL =
      TIMEOUT
          + "<AD id='names' type='String' cardinality='5' required='false'/>"
          + "<AD id='env' type='String' cardinality='5' required='false'/>"
          + "<AD id='allow_x' type='Boolean' required='false'/>"
          + "<AD id='trust' type='String' required='false'>"
          + "<Option value='any' label='any'/><Option value='signed' label='signed'/></AD>";

  @TempDir Path home;
  private TestRuntime runtime;
  private Settings settings;

  @BeforeEach
  void start() throws Exception {
    runtime = TestRuntime.start(home);
    settings = runtime.service(Settings.class);
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private Path bundle(String symbolicName, String pid, String attributes) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", symbolicName);
    String xml =
        "<MetaData xmlns='http://www.osgi.org/xmlns/metatype/v1.4.0'><OCD id='o' name='o'>"
            + attributes
            + "</OCD><Designate pid='"
            + pid
            + "'><Object ocdref='o'/></Designate></MetaData>";
    Path jar = home.resolve(symbolicName + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      entries.putNextEntry(new JarEntry("OSGI-INF/metatype/o.xml"));
      entries.write(xml.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private Path write(String pid, String text) throws IOException {
    return Files.writeString(home.resolve("etc").resolve(pid + ".cfg"), text);
  }

  private Map<String, List<String>> live(String pid) {
    return settings.get(pid).map(Settings.Configured::values).orElse(Map.of());
  }

  @Test
  void wrongValuesWarnAndWhatWasInEffectStays() throws Exception {
    runtime.install(bundle("test.core", "test.core", ALL), true);
    write("test.core", "timeout = 5\ntrust = signed\nallow_x = true\nenv.HOME = x\nnames = a\n");
    await().until(() -> live("test.core").containsKey("trust"));
    assertThat(settings.get("test.core").orElseThrow().problems()).isEmpty();

    String edited =
        "timeout = 500\n# comment\ntrust = any, signed\nallow_x = ture\ntiemout = 1\n"
            + "names = b, c\n";
    Path file = write("test.core", edited);
    await().until(() -> live("test.core").containsKey("tiemout"));
    assertThat(live("test.core"))
        .containsEntry("timeout", List.of("5"))
        .containsEntry("trust", List.of("signed"))
        // A door that the operator meant to close is not kept open by a slip of the pen.
        .containsEntry("allow_x", List.of("ture"))
        .containsEntry("names", List.of("b", "c"))
        .doesNotContainKey("env.HOME");
    await()
        .untilAsserted(
            () ->
                assertThat(settings.get("test.core").orElseThrow().problems())
                    .hasSize(4)
                    .anySatisfy(
                        problem ->
                            assertThat(problem)
                                .startsWith("etc/test.core.cfg, line 1, key timeout: \"500\"")
                                .contains("what was in effect before stays"))
                    .anySatisfy(
                        problem ->
                            assertThat(problem)
                                .startsWith("etc/test.core.cfg, line 3, key trust: a list"))
                    .anySatisfy(
                        problem -> assertThat(problem).contains("line 4, key allow_x: \"ture\""))
                    .anySatisfy(
                        problem ->
                            assertThat(problem).contains("line 5, key tiemout: nobody knows")));

    settings.update("test.core", Map.of("names", List.of("d")), Set.of());
    assertThat(file).hasContent(edited.replace("names = b, c", "names = d"));
    settings.update("test.core", Map.of("timeout", List.of("5")), Set.of("trust"));
    assertThat(file).hasContent("timeout = 5\n# comment\nallow_x = ture\ntiemout = 1\nnames = d\n");
    assertThat(live("test.core")).doesNotContainKey("trust");
  }

  @Test
  void aKeyInAnotherCaseIsNoneThatAnybodyKnows() throws Exception {
    runtime.install(bundle("test.core", "test.core", ALL), true);
    write("test.core", "ALLOW_X = true\nTimeout = 500\n");
    await().until(() -> !live("test.core").isEmpty());
    await()
        .untilAsserted(
            () ->
                assertThat(settings.get("test.core").orElseThrow().problems())
                    .containsExactlyInAnyOrder(
                        "etc/test.core.cfg, line 1, key ALLOW_X: nobody knows this key; did you"
                            + " mean allow_x",
                        "etc/test.core.cfg, line 2, key Timeout: nobody knows this key; did you"
                            + " mean timeout"));
  }

  @Test
  void withoutAnEarlierValueEverythingCountsAsItIsWritten() throws Exception {
    runtime.install(bundle("test.core", "test.core", ALL), true);
    write("test.core", "trust = sgined\n");
    await().until(() -> live("test.core").containsKey("trust"));
    assertThat(live("test.core")).containsEntry("trust", List.of("sgined"));
    await().until(() -> !settings.get("test.core").orElseThrow().problems().isEmpty());
  }

  @Test
  void aDeployedBundleDefinesItsOwnNamesOnly() throws Exception {
    runtime.install(bundle("evil", "dev.talaria.registry", TIMEOUT), false);
    runtime.install(bundle("test.core", "other", ALL), true);
    runtime.install(bundle("test", "test.core.sub", TIMEOUT), false);
    runtime.install(bundle("own", "own.sub", TIMEOUT), false);
    for (String pid : List.of("dev.talaria.registry", "test.core.sub", "own.sub")) {
      write(pid, "timeout = 1\n");
      await().until(() -> live(pid).containsKey("timeout"));
      write(pid, "timeout = 999\nmark = 1\n");
      await().until(() -> live(pid).containsKey("mark"));
    }
    assertThat(live("dev.talaria.registry")).containsEntry("timeout", List.of("999"));
    assertThat(live("test.core.sub")).containsEntry("timeout", List.of("999"));
    assertThat(live("own.sub")).containsEntry("timeout", List.of("1"));
  }

  @Test
  void aBundleThatComesLaterIsHeard() throws Exception {
    write("late", "timeout = 500\n");
    await().until(() -> live("late").containsKey("timeout"));
    assertThat(settings.get("late").orElseThrow().problems()).isEmpty();
    runtime.install(bundle("late", "late", TIMEOUT), true);
    await().until(() -> settings.get("late").orElseThrow().problems().size() == 1);
    assertThat(live("late")).containsEntry("timeout", List.of("500"));
  }
}
