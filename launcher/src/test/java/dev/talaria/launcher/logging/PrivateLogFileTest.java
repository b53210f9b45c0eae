package dev.talaria.launcher.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distribution's own configuration of the log. */
class PrivateLogFileTest {
  private static final Path CONFIGURATION = Path.of("src/main/distribution/conf/logback.xml");

  @TempDir Path logs;

  @Test
  void everyFileOfTheLogIsItsOwnersOnlyAlsoThoseFromBeforeAndAfterATurn() throws Exception {
    Path old = Files.createFile(logs.resolve("talaria.log"));
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));
    LoggerContext context = new LoggerContext();
    context.putProperty("talaria.logs", logs.toString());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.start();
    configurator.doConfigure(CONFIGURATION.toFile());
    try {
      context.getLogger("org.example").info("first");
      ((PrivateLogFile) context.getLogger("ROOT").getAppender("FILE")).rollover();
      context.getLogger("org.example").info("second");
    } finally {
      context.stop();
    }
    try (Stream<Path> files = Files.list(logs)) {
      List<Path> all = files.sorted().toList();
      assertThat(all).extracting(f -> f.getFileName().toString()).contains("talaria.1.log");
      assertThat(all)
          .hasSize(2)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
    assertThat(old).content().contains("second");
    assertThat(logs.resolve("talaria.1.log")).content().contains("first");
  }
}
