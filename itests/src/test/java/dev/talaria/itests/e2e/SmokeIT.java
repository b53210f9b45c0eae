package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.talaria.itests.harness.Child;
import dev.talaria.itests.harness.Cli;
import dev.talaria.itests.harness.Distribution;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The archive as it is handed out, unpacked where names have spaces, on the Javas that are here.
 */
@Timeout(300)
class SmokeIT {
  private static final int NEWEST_TESTED = 25;
  private static final Pattern RELEASE = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  @TempDir Path folder;

  @Test
  void onTheJavaOfTheBuild() throws Exception {
    smoke(Path.of(System.getProperty("java.home")));
  }

  @Test
  void onJava25() throws Exception {
    Optional<Path> java = java25();
    assumeTrue(java.isPresent(), "no Java 25 is here; JAVA25_HOME can name one");
    smoke(java.get());
  }

  private void smoke(Path java) throws Exception {
    Path unpacked = Files.createDirectory(folder.resolve("un packed"));
    ProcessBuilder tar =
        new ProcessBuilder("tar", "-xzf", Distribution.archive().toString())
            .directory(unpacked.toFile());
    try (Child child = Child.start("tar", tar)) {
      assertThat(child.awaitExit(Duration.ofSeconds(60))).as(child.toString()).isZero();
    }
    Path distribution;
    try (Stream<Path> entries = Files.list(unpacked)) {
      distribution = entries.findFirst().orElseThrow();
    }
    Home home = Home.in(Files.createDirectory(folder.resolve("a user")));
    try (RuntimeProcess runtime = RuntimeProcess.start(new Cli(distribution, home, java))) {
      assertThat(runtime.process().err()).doesNotContain("WARN", "ERROR");
      assertThat(runtime.cli("tools").done().out()).contains("search_files", "terminal");
      runtime.cli("deploy", Distribution.plugin("weather").toString()).done();
      RawMcp client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
      JsonNode weather = client.call("get_weather", Json.object("place", "Lyon"));
      assertThat(weather.at("/result/structuredContent/place").asString()).contains("Lyon");
      runtime.cli("undeploy", "dev.talaria.weather").done();
      assertThat(runtime.api().toolNames()).hasSize(7);
      runtime.cli("stop").done();
      assertThat(runtime.process().awaitExit(RuntimeProcess.PATIENCE)).isZero();
    }
  }

  /** Where people's systems have their JDKs; a variable can name another place. */
  private static Optional<Path> java25() throws IOException {
    String named = System.getenv("JAVA25_HOME");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    Path all = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(all)) {
      List<Path> sorted = homes.sorted().toList();
      return sorted.stream()
          .filter(home -> feature(home) >= NEWEST_TESTED)
          .min(Comparator.comparingInt(SmokeIT::feature));
    }
  }

  private static int feature(Path home) {
    Path release = home.resolve("release");
    try {
      Matcher version = RELEASE.matcher(Files.exists(release) ? Files.readString(release) : "");
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
