package dev.talaria.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.launcher.core.CoreListWriter;
import dev.talaria.launcher.distribution.Distribution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code talaria inspect} says of a file, without a runtime. */
class InspectCommandTest {
  private static final String CAPABILITY =
      "dev.talaria.tool;dev.talaria.tool=%s;toolset=%s;override=%s;schema=t.json";

  @TempDir private Path folder;
  private Path home;
  private String out;
  private String err;

  @BeforeEach
  void makeADistribution() throws IOException {
    home = folder.toRealPath().resolve("home");
    Path bundles = Files.createDirectories(folder.resolve("bundles"));
    write(
        bundles.resolve("api-1.0.0.jar"),
        headers("dev.talaria.api", "Export-Package", "dev.talaria.api;version=1.0.0"),
        Map.of());
    write(
        bundles.resolve("files-1.0.0.jar"),
        headers(
            "dev.talaria.files",
            "Provide-Capability",
            CAPABILITY.formatted("read_file", "files", "false")),
        Map.of("t.json", document("read_file", "files", false)));
    Path wanted = folder.resolve("core.txt");
    Files.writeString(wanted, "1 api\n1 files\n");
    CoreListWriter.main(new String[] {wanted.toString(), bundles.toString()});
  }

  @Test
  void anOrdinaryPluginIsShownAndAcceptable() throws Exception {
    plugin("get_weather", "weather", false, document("get_weather", "weather", false), "[1.0,2)");

    assertThat(inspect("--json")).as(err).isZero();

    assertThat(out)
        .contains(
            "\"acceptable\" : true",
            "\"symbolicName\" : \"com.example\"",
            "\"signature\" : \"not signed\"",
            "\"name\" : \"get_weather\"",
            "\"description\" : \"does it\"",
            "dev.talaria.api [1.0,2)",
            "stands unless another plugin",
            "\"resolves\" : \"true\"");
    assertThat(home).doesNotExist();
  }

  @Test
  void forPeopleItIsText() throws Exception {
    plugin("get_weather", "weather", false, document("get_weather", "weather", false), "[1.0,2)");

    assertThat(inspect()).isZero();

    assertThat(out).contains("acceptable: true", "get_weather (weather): does it -> stands");
    assertThat(out).contains("not checked: whether its components start");
  }

  @Test
  void theAgentsRulesRefuseInTheSameWords() throws Exception {
    plugin("get_weather", "weather", false, "{\"name\":\"other\"}", "[2,3)");

    assertThat(inspect("--json")).isEqualTo(1);

    assertThat(out)
        .contains(
            "\"acceptable\" : false",
            "it imports dev.talaria.api [2,3), and this runtime has 1.0.0",
            "its tool get_weather cannot be used: t.json: ",
            "not resolved, since it would be refused");
  }

  @Test
  void whatItLacksIsNamed() throws Exception {
    write(
        folder.resolve("p.jar"),
        headers("com.example", "Import-Package", "com.missing;version=\"[3,4)\""),
        Map.of());

    assertThat(inspect("--json")).as("it would wait, which is no refusal").isZero();

    assertThat(out).contains("\"resolves\" : \"false\"", "com.missing");
  }

  @Test
  void whatLiesInTheFolderCounts() throws Exception {
    write(
        folder.resolve("p.jar"), headers("com.example", "Import-Package", "com.missing"), Map.of());
    write(
        Files.createDirectories(home.resolve("deploy")).resolve("lib.jar"),
        headers("com.lib", "Export-Package", "com.missing"),
        Map.of());

    assertThat(inspect("--json")).isZero();

    assertThat(out).contains("\"resolves\" : \"true\"", "1 other bundles");
  }

  @Test
  void aClashIsToldWithTheKeyToSet() throws Exception {
    plugin("read_file", "files", true, document("read_file", "files", true), "[1.0,2)");

    assertThat(inspect("--json")).isZero();
    assertThat(out)
        .contains(
            "\"reservedBy\" : \"dev.talaria.files\"",
            "would be refused: the name is reserved by dev.talaria.files",
            "--plugin com.example --tools read_file");

    Path etc = Files.createDirectories(home.resolve("etc"));
    Files.writeString(
        etc.resolve("dev.talaria.plugin~com.example.cfg"),
        "allow_tool_override = true\noverride_tools = read_*\n");
    assertThat(inspect("--json")).isZero();
    assertThat(out).contains("would stand on top of dev.talaria.files's");
  }

  @Test
  void aHookTellsItsGrant() throws Exception {
    write(
        folder.resolve("p.jar"),
        headers("com.example", "Service-Component", "c.xml"),
        Map.of(
            "c.xml",
            "<component name='c'><service><provide interface='dev.talaria.api.hook.BlockingHook'/>"
                + "</service></component>"));

    assertThat(inspect()).isZero();

    assertThat(out).contains("asks for the grant hooks.block; without `talaria policy grant");
  }

  @Test
  void whatIsNoBundleIsRefused() throws Exception {
    Files.writeString(folder.resolve("p.jar"), "nothing");

    assertThat(inspect("--json")).isEqualTo(1);
    assertThat(out).contains("truncated or corrupt");
  }

  private int inspect(String... options) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    String[] line = new String[options.length + 2];
    line[0] = "inspect";
    line[1] = "p.jar";
    System.arraycopy(options, 0, line, 2, options.length);
    int code =
        CommandLines.execute(
            new CommandEnvironment(
                new PrintStream(outBytes, true, StandardCharsets.UTF_8),
                new PrintStream(errBytes, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(new byte[0]),
                Map.of("TALARIA_HOME", home.toString()),
                folder,
                "/nowhere",
                () -> new Distribution(folder)),
            line);
    out = outBytes.toString(StandardCharsets.UTF_8);
    err = errBytes.toString(StandardCharsets.UTF_8);
    return code;
  }

  private void plugin(
      String tool, String toolset, boolean override, String document, String apiRange)
      throws IOException {
    Map<String, String> headers =
        headers(
            "com.example",
            "Provide-Capability",
            CAPABILITY.formatted(tool, toolset, Boolean.toString(override)));
    headers.put("Import-Package", "dev.talaria.api;version=\"" + apiRange + "\"");
    write(folder.resolve("p.jar"), headers, Map.of("t.json", document));
  }

  private static String document(String name, String toolset, boolean override) {
    return """
        {"name":"%s","toolset":"%s","override":%s,"description":"does it",
         "inputSchema":{"type":"object","properties":{}}}
        """
        .formatted(name, toolset, override);
  }

  private static Map<String, String> headers(String symbolicName, String header, String value) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Bundle-ManifestVersion", "2");
    headers.put("Bundle-SymbolicName", symbolicName);
    headers.put("Bundle-Version", "1.0.0");
    headers.put(header, value);
    return headers;
  }

  private static void write(Path file, Map<String, String> headers, Map<String, String> entries)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
