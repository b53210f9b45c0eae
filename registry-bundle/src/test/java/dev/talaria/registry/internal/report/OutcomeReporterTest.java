package dev.talaria.registry.internal.report;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static dev.talaria.registry.internal.Fixtures.declaration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.talaria.admin.AuditLog;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.table.ChangeNotifier;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the operator reads in the log and in the audit trail. */
class OutcomeReporterTest {
  private static final OwnerId CORE = OwnerId.builtin("dev.talaria.terminal");
  private static final OwnerId SAFE = OwnerId.plugin("dev.talaria.safeterminal");
  private static final Candidate BUILTIN =
      candidate(1, CORE, Candidate.CORE, "terminal", "terminal", false);
  private static final Candidate GUARD = candidate(10, SAFE, "d1", "terminal", "x", true);

  private final Queue<String> logged = new ConcurrentLinkedQueue<>();
  private final Queue<String> audited = new ConcurrentLinkedQueue<>();
  private final ChangeNotifier notifier = new ChangeNotifier();
  private final TablePublisher publisher = new TablePublisher(notifier);
  private final Logger logger = (Logger) LoggerFactory.getLogger(OutcomeReporter.class);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          logged.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };

  @BeforeEach
  void start() {
    appender.start();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(appender);
    AuditLog audit =
        new AuditLog() {
          @Override
          public void record(String kind, Map<String, String> details) {
            audited.add(kind + " " + details);
          }

          @Override
          public List<String> tail(int count) {
            return List.of();
          }
        };
    notifier.start(List.of(new OutcomeReporter(audit)));
    publisher.apply(
        List.of(
            new InputChange.Placed(CORE, 1),
            new InputChange.Declared(
                CORE, List.of(declaration(CORE, "terminal", "terminal", false))),
            new InputChange.Arrived(BUILTIN),
            new InputChange.Placed(SAFE, 1),
            new InputChange.Promoted(SAFE, "d1")));
  }

  @AfterEach
  void stop() {
    notifier.close();
    logger.detachAppender(appender);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  private void allow(boolean value) {
    publisher.apply(new InputChange.Decided(new Policy(value, Map.of(), Map.of())));
  }

  private void awaitLog(String level, String... parts) {
    await()
        .until(
            () ->
                logged.stream()
                    .anyMatch(
                        line ->
                            line.startsWith(level)
                                && List.of(parts).stream().allMatch(line::contains)));
  }

  @Test
  void aDeniedOverrideIsAnErrorThatNamesAllAndTheKey() {
    publisher.apply(new InputChange.Arrived(GUARD));
    awaitLog("ERROR", "REJECTED", SAFE.name(), "terminal", CORE.name(), "allow_tool_override=true");
    await().until(() -> audited.stream().anyMatch(a -> a.startsWith("tool.refused")));
    assertThat(audited).noneMatch(a -> a.startsWith("tool.arrived") && a.contains(SAFE.name()));
  }

  @Test
  void whatWasRefusedArrivesWhenItStands() {
    OwnerId owner = OwnerId.plugin("dev.p");
    PluginPolicy off =
        new PluginPolicy(false, PluginPolicy.Overriding.UNSET, Optional.empty(), Set.of());
    publisher.apply(
        new InputChange.Decided(new Policy(false, Map.of(), Map.of(owner.name(), off))));
    publisher.apply(
        List.of(
            new InputChange.Placed(owner, 2),
            new InputChange.Promoted(owner, "d1"),
            new InputChange.Arrived(candidate(20, owner, "d1", "t", "x", false))));
    await().until(() -> audited.stream().anyMatch(a -> a.startsWith("tool.refused {tool=t")));
    assertThat(audited).noneMatch(a -> a.startsWith("tool.arrived {tool=t,"));
    allow(false);
    await().until(() -> audited.stream().anyMatch(a -> a.startsWith("tool.arrived {tool=t,")));
  }

  @Test
  void underARequiredOwnerNobodySaysThatTheOneBelowIsBack() {
    allow(true);
    publisher.apply(new InputChange.Arrived(GUARD));
    awaitLog("INFO", "overrides");
    publisher.apply(
        new InputChange.Decided(
            new Policy(false, Map.of("terminal", RequiredOwner.of(SAFE.name())), Map.of())));
    awaitLog("INFO", "no longer overrides", CORE.name(), "unavailable: required_owner demands");
    assertThat(logged).noneMatch(line -> line.contains("is back"));
    await()
        .until(
            () ->
                audited.stream()
                    .anyMatch(
                        a ->
                            a.startsWith("tool.restored")
                                && a.contains("state=UNAVAILABLE")
                                && a.contains("reason=required_owner")));
  }

  @Test
  void anOverrideAndItsEndAreTold() {
    publisher.apply(new InputChange.Arrived(GUARD));
    allow(true);
    awaitLog("INFO", "terminal", SAFE.name(), "overrides", CORE.name());
    await().until(() -> audited.stream().anyMatch(a -> a.startsWith("tool.overrode")));
    allow(false);
    awaitLog("INFO", "no longer overrides", CORE.name(), "is back");
    await()
        .until(
            () ->
                audited.stream()
                    .anyMatch(
                        a ->
                            a.startsWith("tool.restored")
                                && a.contains("owner=" + CORE.name())
                                && a.contains("state=ACTIVE")
                                && a.contains("after=" + SAFE.name())));
  }

  @Test
  void anOverriderLostByAFaultIsAWarning() {
    allow(true);
    publisher.apply(new InputChange.Arrived(GUARD));
    awaitLog("INFO", "overrides");
    publisher.apply(new InputChange.Left(GUARD));
    awaitLog("WARN", SAFE.name(), "was lost though its bundle is still deployed", "is back");
    await().until(() -> audited.stream().anyMatch(a -> a.startsWith("tool.left")));
    assertThat(audited).noneMatch(a -> a.startsWith("tool.left") && a.contains("state="));
  }

  @Test
  void anOverriderThatWasUndeployedIsNone() {
    allow(true);
    publisher.apply(new InputChange.Arrived(GUARD));
    awaitLog("INFO", "overrides");
    publisher.apply(List.of(new InputChange.Left(GUARD), new InputChange.Forgotten(SAFE)));
    awaitLog("INFO", "no longer overrides", "is back");
    assertThat(logged).noneMatch(line -> line.startsWith("WARN"));
  }

  @Test
  void aComponentThatWasOnlyRestartedIsNotTold() {
    await().until(() -> audited.stream().anyMatch(a -> a.startsWith("tool.arrived")));
    publisher.apply(new InputChange.Suspended(BUILTIN));
    Candidate again = candidate(2, CORE, Candidate.CORE, "terminal", "terminal", false);
    publisher.apply(List.of(new InputChange.Left(BUILTIN), new InputChange.Arrived(again)));
    publisher.apply(new InputChange.Arrived(GUARD));
    awaitLog("ERROR", "REJECTED");
    assertThat(audited).filteredOn(a -> a.startsWith("tool.arrived")).hasSize(1);
    assertThat(audited).noneMatch(a -> a.startsWith("tool.left"));
  }

  @Test
  void manyToolsOfOneOwnerAreOneLineAndAnAuditEventEach() {
    OwnerId owner = OwnerId.plugin("dev.many");
    List<InputChange> changes = new ArrayList<>();
    changes.add(new InputChange.Placed(owner, 2));
    changes.add(new InputChange.Promoted(owner, "d1"));
    for (int i = 100; i < 200; i++) {
      changes.add(new InputChange.Arrived(candidate(i, owner, "d1", "many_" + i, "x", false)));
    }
    publisher.apply(changes);
    awaitLog("INFO", "100 tools of plugin dev.many 1.0.0 stand: many_100, many_101, many_102");
    assertThat(logged).filteredOn(line -> line.contains("many_")).hasSize(1);
    assertThat(audited).filteredOn(a -> a.startsWith("tool.arrived {tool=many_")).hasSize(100);
  }

  @Test
  void anUpdateIsOneLineThatNamesOnlyWhatChanged() {
    OwnerId owner = OwnerId.plugin("dev.many");
    Candidate a = candidate(100, owner, "d1", "many_a", "x", false);
    Candidate b = candidate(101, owner, "d1", "many_b", "x", false);
    publisher.apply(
        List.of(
            new InputChange.Placed(owner, 2),
            new InputChange.Promoted(owner, "d1"),
            new InputChange.Arrived(a),
            new InputChange.Arrived(b)));
    awaitLog("INFO", "2 tools of plugin dev.many 1.0.0 stand: many_a, many_b");
    publisher.apply(
        List.of(
            new InputChange.Arrived(candidate(102, owner, "d2", "many_a", "x", false)),
            new InputChange.Arrived(candidate(103, owner, "d2", "many_c", "x", false))));
    publisher.apply(new InputChange.Promoted(owner, "d2"));
    publisher.apply(List.of(new InputChange.Left(a), new InputChange.Left(b)));
    await().until(() -> audited.stream().filter(e -> e.startsWith("tool.left")).count() == 2);

    assertThat(logged)
        .filteredOn(line -> line.contains("dev.many"))
        .last()
        .asString()
        .isEqualTo(
            "INFO 2 tools of plugin dev.many 1.0.0 take the place of 2 of 1.0.0; new: many_c;"
                + " gone: many_b");
    assertThat(logged).filteredOn(line -> line.contains("dev.many")).hasSize(2);
  }
}
