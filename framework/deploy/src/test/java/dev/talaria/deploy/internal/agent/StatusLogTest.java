package dev.talaria.deploy.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.talaria.admin.AuditLog;
import dev.talaria.admin.DeployAgent.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StatusLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(StatusLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final StatusLog log = new StatusLog(new BundleAudit(new NoAudit()));

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void thousandsOfFilesAreSummedUpBehindTheRefusedOnes() {
    List<FileStatus> files = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      files.add(file("junk-" + i, Outcome.IGNORED));
    }
    files.add(file("z.jar", Outcome.REFUSED));

    log.log(files);
    log.log(files);

    assertThat(lines.list).hasSize(31);
    assertThat(lines.list.get(0).getFormattedMessage()).startsWith("Refused z.jar");
    assertThat(lines.list.get(30).getFormattedMessage())
        .startsWith("9971 more files")
        .contains("IGNORED=9971");
  }

  private static FileStatus file(String name, Outcome outcome) {
    return new FileStatus(name, outcome, "", "", "", "because", Optional.empty(), 1);
  }

  private static final class NoAudit implements AuditLog {
    @Override
    public void record(String kind, Map<String, String> details) {}

    @Override
    public List<String> tail(int count) {
      return List.of();
    }
  }
}
