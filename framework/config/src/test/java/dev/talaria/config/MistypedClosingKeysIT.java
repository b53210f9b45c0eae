package dev.talaria.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.Settings;
import dev.talaria.admin.SettingsStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key that looks like a closing one opens nothing: live, after a restart, by command. */
class MistypedClosingKeysIT {
  @TempDir Path home;

  private static Optional<Settings.Configured> configured(TestRuntime runtime, String pid) {
    try {
      return runtime.service(Settings.class).get(pid);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> value(TestRuntime runtime, String pid, String key) {
    return configured(runtime, pid)
        .map(Settings.Configured::values)
        .map(values -> values.get(key))
        .orElse(null);
  }

  private Path file(String pid) {
    return home.resolve("etc").resolve(pid + ".cfg");
  }

  @ParameterizedTest
  @CsvSource({
    "dev.talaria.toolsets, disabled, Disabled, web",
    "dev.talaria.toolsets, enabled, enable, web",
    "dev.talaria.registry, required_owner, required_owners, terminal=dev.talaria.safeterminal",
    "dev.talaria.plugin~com.acme, enabled, enable, false",
    "dev.talaria.deploy, trust, trsut, signed",
    "dev.talaria.files, deny, denied, *.pem",
    "dev.talaria.terminal, approval, aproval, deny",
  })
  void theLastGoodValueHoldsAndTheFileCountsAsUnreadable(
      String pid, String key, String mistyped, String value) throws Exception {
    try (TestRuntime runtime = TestRuntime.start(home)) {
      runtime.service(ReadinessCheck.class);
      Files.writeString(file(pid), key + " = " + value + "\n");
      await().until(() -> List.of(value).equals(value(runtime, pid, key)));

      Files.writeString(file(pid), "# mine\n" + mistyped + " = " + value + "\n");
      SettingsStatus status = runtime.service(SettingsStatus.class);
      await().until(() -> status.isUnreadable(pid));
      assertThat(value(runtime, pid, key)).isEqualTo(List.of(value));
      assertThat(configured(runtime, pid).orElseThrow().problems())
          .anyMatch(problem -> problem.contains("line 2, key " + mistyped));
    }
    try (TestRuntime runtime = TestRuntime.start(home)) {
      runtime.service(ReadinessCheck.class);
      assertThat(runtime.service(SettingsStatus.class).unreadable()).containsExactly(pid);
      assertThat(value(runtime, pid, key)).as("after a restart").isEqualTo(List.of(value));

      Files.writeString(file(pid), key + " = " + value + "\n");
      await().until(() -> runtime.service(SettingsStatus.class).unreadable().isEmpty());
      Settings settings = runtime.service(Settings.class);
      assertThatThrownBy(() -> settings.update(pid, Map.of(mistyped, List.of("x")), Set.of(key)))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll(mistyped, "nobody knows this key", key, "nothing was changed");
      assertThat(file(pid)).hasContent(key + " = " + value + "\n");
      assertThat(value(runtime, pid, key)).isEqualTo(List.of(value));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "dev.talaria.files, deny, *, denied = *.pem",
    "dev.talaria.files, deny, *, half a line",
    "dev.talaria.terminal, approval, deny, Approval = deny",
    "dev.talaria.terminal, approval, deny, deny = ${env:NO_SUCH_VARIABLE_IN_ANY_TEST}",
  })
  void aFileThatWasNeverReadMeansTheLeastItCan(String pid, String key, String least, String text)
      throws Exception {
    try (TestRuntime runtime = TestRuntime.start(home)) {
      runtime.service(ReadinessCheck.class);
      Files.writeString(file(pid), text + "\n");
      await().until(() -> List.of(least).equals(value(runtime, pid, key)));
      assertThat(file(pid)).hasContent(text + "\n");
    }
    try (TestRuntime runtime = TestRuntime.start(home)) {
      runtime.service(ReadinessCheck.class);
      assertThat(value(runtime, pid, key)).as("after a restart").isEqualTo(List.of(least));
      assertThat(runtime.service(SettingsStatus.class).isUnreadable(pid)).isTrue();

      Files.writeString(file(pid), "roots = /srv\n");
      await().until(() -> List.of("/srv").equals(value(runtime, pid, "roots")));
      assertThat(value(runtime, pid, key)).as("mended").isNull();
      Files.delete(file(pid));
      await().until(() -> configured(runtime, pid).isEmpty());
    }
  }
}
