package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.itests.bundles.greet.Greet;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Plain JARs and single sources in the deploy folder of the packed distribution. */
@Timeout(300)
class DroppablesIT {
  private static final String OPEN = "allow_source = true\nallow_plain_jar = true\n";
  private static final String SOURCE =
      "import dev.talaria.api.*;\n"
          + "@ToolSpec(name = \"hail\", toolset = \"demo\", description = \"Hails.\")\n"
          + "public final class Hail implements Tool<Hail.Args> {\n"
          + "  public record Args(String name) {}\n"
          + "  @Override public Object call(Args args, ToolContext context) {\n"
          + "    return \"Hail \" + args.name();\n"
          + "  }\n"
          + "}\n";

  @TempDir private Path folder;

  @Test
  void bothAreOffByDefaultAndSayWhatToSet() throws Exception {
    Home home = Home.in(folder);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      Files.writeString(home.deploy().resolve("Hail.java"), SOURCE);
      home.drop(plainJar("greet.jar"));

      assertThat(reason(runtime, "Hail.java", "REFUSED")).contains("allow_source=true");
      assertThat(reason(runtime, "greet.jar", "REFUSED")).contains("allow_plain_jar=true");
      home.configure("dev.talaria.deploy", OPEN);
      home.awaitLogged("allow_source=true takes effect at the next start");
      runtime.terminate();
    }
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      runtime.awaitOutcome("Hail.java", "ACTIVE");
      runtime.awaitOutcome("greet.jar", "ACTIVE");

      home.configure("dev.talaria.deploy", OPEN + "trust = allowlist\n");
      assertThat(reason(runtime, "Hail.java", "REFUSED")).contains("trust=any only");
      assertThat(reason(runtime, "greet.jar", "REFUSED")).contains("allowed_sha256");
      assertThat(runtime.api().toolNames()).doesNotContain("hail", "greet");
    }
  }

  @Test
  void aSourceIsCompiledReplacedUnderLoadBrokenMendedAndRemoved() throws Exception {
    Home home = Home.in(folder).configure("dev.talaria.deploy", OPEN);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      Path source = home.deploy().resolve("Hail.java");
      Files.writeString(source, SOURCE);
      assertThat(runtime.awaitOutcome("Hail.java", "ACTIVE").path("symbolicName").asString())
          .isEqualTo("source.Hail");
      assertThat(hail(runtime)).contains("Hail Ada");

      AtomicBoolean end = new AtomicBoolean();
      Queue<String> faults = new ConcurrentLinkedQueue<>();
      RawMcp client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
      Thread caller =
          new Thread(
              () -> {
                while (!end.get()) {
                  String answer = client.call("hail", Json.object("name", "Ada")).toString();
                  if (!answer.contains("Ada")) {
                    faults.add(answer);
                  }
                }
              },
              "caller");
      caller.start();
      for (String word : new String[] {"Hello", "Good day", "Hi"}) {
        Files.writeString(source, SOURCE.replace("\"Hail \"", "\"" + word + " \""));
        runtime.explained(word + " answers", () -> hail(runtime).contains(word + " Ada"));
      }

      Files.writeString(source, SOURCE.replace("args.name()", "args.nam()"));
      assertThat(reason(runtime, "Hail.java", "FAILED"))
          .contains("Hail.java:6:26: cannot find symbol", "source.Hail 0.0.0 runs on");
      assertThat(hail(runtime)).contains("Hi Ada");
      assertThat(runtime.cli("bundles").done().out()).contains("Hail.java:6:26");

      Files.writeString(source, "\uFEFF" + SOURCE.replace("\n", "\r\n"));
      runtime.explained("the mended one answers", () -> hail(runtime).contains("Hail Ada"));
      end.set(true);
      caller.join();
      assertThat(faults).as(home.logTail()).isEmpty();

      Files.delete(source);
      runtime.explained("it is gone", () -> !runtime.api().toolNames().contains("hail"));
    }
  }

  @Test
  void whatWasCompiledIsNotCompiledAgainAtTheNextStart() throws Exception {
    Home home = Home.in(folder).configure("dev.talaria.deploy", OPEN);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      Files.writeString(home.deploy().resolve("Hail.java"), SOURCE);
      runtime.awaitOutcome("Hail.java", "ACTIVE");
      runtime.terminate();
    }
    Path made = made(home);
    Object before = Files.getLastModifiedTime(made);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      runtime.awaitOutcome("Hail.java", "ACTIVE");

      assertThat(hail(runtime)).contains("Hail Ada");
      assertThat(made(home)).isEqualTo(made);
      assertThat(Files.getLastModifiedTime(made)).isEqualTo(before);
    }
  }

  @Test
  void sourcesThatNobodyShouldWriteHarmNothing() throws Exception {
    Home home = Home.in(folder).configure("dev.talaria.deploy", OPEN);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      drop(home, "Long.java", SOURCE + "//" + "x".repeat(5 << 20));
      drop(home, "Latin.java", SOURCE.replace("Hails.", "H\u00e4ils."), "ISO-8859-1");
      drop(home, "Core.java", "package dev.talaria.api; " + SOURCE);
      StringBuilder constants = new StringBuilder("  static final String S0 = \"0123456789\";\n");
      for (int i = 1; i < 40; i++) {
        constants.append("  static final String S%d = S%d + S%d;\n".formatted(i, i - 1, i - 1));
      }
      drop(home, "Folded.java", SOURCE.replace("  public record", constants + "  public record"));
      drop(home, "a name-with 2.java", SOURCE);

      assertThat(reason(runtime, "Long.java", "REFUSED")).contains("longer than the limit");
      assertThat(reason(runtime, "Latin.java", "FAILED")).contains("Latin.java:2:", "UTF-8");
      assertThat(reason(runtime, "Core.java", "FAILED")).contains("Core.java:3:14");
      assertThat(reason(runtime, "Folded.java", "FAILED")).contains("Folded.java");
      assertThat(
              runtime.awaitOutcome("a name-with 2.java", "ACTIVE").path("symbolicName").asString())
          .isEqualTo("source.a_name-with_2");
      assertThat(hail(runtime)).contains("Hail Ada");
    }
  }

  @Test
  void aPlainJarIsWrappedReplacedAndRemoved() throws Exception {
    Home home = Home.in(folder).configure("dev.talaria.deploy", OPEN);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      home.drop(plainJar("greet-1.0.jar"));
      JsonNode row = runtime.awaitOutcome("greet-1.0.jar", "ACTIVE");
      assertThat(row.path("symbolicName").asString()).isEqualTo("plain.greet");
      assertThat(row.path("version").asString()).isEqualTo("1.0.0");
      runtime.awaitOwner("greet", "plain.greet");

      home.drop(plainJar("greet-1.1.jar"));
      runtime.awaitOutcome("greet-1.1.jar", "ACTIVE");
      runtime.awaitOutcome("greet-1.0.jar", "SUPERSEDED");
      assertThat(runtime.api().call("greet", Json.object("name", "Ada")).toString())
          .contains("Hello Ada");

      Files.delete(home.deploy().resolve("greet-1.0.jar"));
      Files.delete(home.deploy().resolve("greet-1.1.jar"));
      runtime.explained("it is gone", () -> !runtime.api().toolNames().contains("greet"));
    }
  }

  @Test
  void plainJarsThatCannotBeWrappedSayWhy() throws Exception {
    Home home = Home.in(folder).configure("dev.talaria.deploy", OPEN);
    Path greet = plainJar("greet.jar");
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      home.drop(without(greet, "OSGI-INF/", "unprocessed.jar"));
      home.drop(without(greet, "dev/", "empty.jar"));

      assertThat(reason(runtime, "unprocessed.jar", "REFUSED")).contains("dev.talaria:processor");
      assertThat(reason(runtime, "empty.jar", "REFUSED")).contains("it has no tools");
    }
  }

  private static String reason(RuntimeProcess runtime, String file, String outcome) {
    return runtime.awaitOutcome(file, outcome).path("reason").asString();
  }

  private static String hail(RuntimeProcess runtime) {
    return runtime.api().call("hail", Json.object("name", "Ada")).toString();
  }

  private void drop(Home home, String name, String text) throws IOException {
    drop(home, name, text, "UTF-8");
  }

  private void drop(Home home, String name, String text, String charset) throws IOException {
    Path file = Files.createDirectories(folder.resolve("written")).resolve(name);
    home.drop(Files.write(file, text.getBytes(charset)));
  }

  private static Path made(Home home) throws IOException {
    try (var files = Files.newDirectoryStream(home.root().resolve("data/deploy"), "*.made")) {
      return files.iterator().next();
    }
  }

  /** What an author's build without OSGi packs: classes and what the processor wrote. */
  private Path plainJar(String name) throws IOException {
    Path bundle =
        TestBundle.named("it.greet", "1.0.0")
            .with(Greet.class, "greet")
            .entry("name.txt", name)
            .in(Files.createDirectories(folder.resolve("built")));
    return without(bundle, "META-INF/", name);
  }

  private Path without(Path jar, String prefix, String name) throws IOException {
    Path copy = folder.resolve("built").resolve(name);
    Path whole = Files.copy(jar, folder.resolve("built/whole.tmp"));
    try (ZipFile from = new ZipFile(whole.toFile());
        OutputStream out = Files.newOutputStream(copy);
        ZipOutputStream to = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
      for (ZipEntry entry : from.stream().toList()) {
        if (!entry.getName().startsWith(prefix)
            && !entry.getName().startsWith("META-INF/")
            && !entry.isDirectory()) {
          to.putNextEntry(new ZipEntry(entry.getName()));
          to.write(from.getInputStream(entry).readAllBytes());
        }
      }
    }
    Files.delete(whole);
    return copy;
  }
}
