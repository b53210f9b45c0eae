package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.PrincipalFilter;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionSpec;
import dev.talaria.admin.SettingsCheck;
import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolState;
import dev.talaria.registry.it.bundles.Greeter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Toolsets, the operator's filter and what binds principals, through configuration and services.
 */
@Timeout(120)
class ToolsetsIT {
  private static final String FILTER = "dev.talaria.toolsets";

  @TempDir Path home;
  private Runtime runtime;

  @BeforeEach
  void start() throws Exception {
    runtime = new Runtime(home);
    runtime
        .installCore(
            new TestBundle("dev.talaria.terminal", "1.0.0")
                .tool("terminal", "terminal", false, Greeter.class),
            "terminal")
        .start();
    runtime.startRegistry();
    await().until(() -> tools(ToolFilter.ALL).equals(List.of("terminal")));
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private List<String> tools(ToolFilter filter) {
    try (ToolSession session =
        runtime.admin().openSession(SessionSpec.of("tester", "it", filter, List.of()))) {
      return session.view().tools().stream().map(ToolInfo::name).toList();
    }
  }

  @Test
  void aConfiguredToolsetIsThereLive() throws Exception {
    ToolFilter mine = ToolFilter.only(Set.of("mine"));
    assertThat(tools(mine)).isEmpty();

    runtime.configure(
        "dev.talaria.toolset~mine", Map.of("description", "Mine.", "includes", "terminal"));

    await().until(() -> tools(mine).equals(List.of("terminal")));
    assertThat(runtime.admin().toolsets())
        .filteredOn(row -> row.name().equals("mine"))
        .singleElement()
        .satisfies(row -> assertThat(row.description()).isEqualTo("Mine."))
        .satisfies(
            row -> assertThat(row.definedBy()).isEqualTo(ToolsetRow.DefinedBy.CONFIGURATION));
  }

  @Test
  void theOperatorsFilterIsLiveAndExplained() throws Exception {
    RegistryAdmin admin = runtime.admin();
    runtime.configure(FILTER, Map.of("disabled", "terminal"));

    await().until(() -> tools(ToolFilter.ALL).isEmpty());
    assertThat(admin.rows())
        .filteredOn(row -> row.info().name().equals("terminal"))
        .singleElement()
        .satisfies(row -> assertThat(row.info().state()).isEqualTo(ToolState.UNAVAILABLE))
        .satisfies(row -> assertThat(row.reason()).contains("disabled by " + FILTER));
    assertThat(admin.explain("terminal").orElseThrow().verdict()).contains("disabled by " + FILTER);
    // Shown once it holds.
    await()
        .untilAsserted(
            () ->
                assertThat(admin.policy().values())
                    .anySatisfy(
                        value -> {
                          assertThat(value.pid()).isEqualTo(FILTER);
                          assertThat(value.effective()).isEqualTo("terminal");
                        }));

    runtime.configure(FILTER, Map.of("disabled", "nothing"));
    await().until(() -> tools(ToolFilter.ALL).equals(List.of("terminal")));
  }

  @Test
  void whileItsFileCannotBeReadTheFilterStaysAsItWas() throws Exception {
    runtime.configure(FILTER, Map.of("disabled", "terminal"));
    await().until(() -> tools(ToolFilter.ALL).isEmpty());

    runtime.unreadable(FILTER);
    runtime.configure("dev.talaria.toolset~other", Map.of("includes", "terminal"));
    await()
        .until(
            () -> runtime.admin().toolsets().stream().anyMatch(row -> row.name().equals("other")));
    assertThat(tools(ToolFilter.ALL)).isEmpty();
  }

  @Test
  void namesThatMeanNothingAreProblemsOfTheConfiguration() throws Exception {
    List<SettingsCheck> checks = runtime.services(SettingsCheck.class);

    assertThat(checks)
        .flatExtracting(check -> check.problems(FILTER, Map.of("disabled", "terminal, termnal")))
        .singleElement()
        .asString()
        .contains("'termnal'");
    assertThat(checks)
        .flatExtracting(
            check ->
                check.problems("dev.talaria.toolset~mine", Map.of("includes", "core, nothing")))
        .singleElement()
        .asString()
        .contains("'nothing'");
  }

  @Test
  void aServiceOfTheCoreBindsAPrincipal() {
    runtime.offer(
        PrincipalFilter.class,
        new PrincipalFilter() {
          @Override
          public ToolFilter filterOf(String principal) {
            return principal.equals("tester") ? ToolFilter.only(Set.of()) : ToolFilter.ALL;
          }

          @Override
          public Subscription onChange(Runnable action) {
            return () -> {};
          }
        });

    await().until(() -> tools(ToolFilter.ALL).isEmpty());
    assertThat(runtime.admin().view().tools()).hasSize(1);
  }
}
