package dev.talaria.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.Settings;
import dev.talaria.admin.SettingsCheck;
import dev.talaria.admin.SettingsStatus;
import dev.talaria.api.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** The folder etc/ under a real Config Admin. */
class EtcIT {
  private static final String REGISTRY = "dev.talaria.registry";
  private static final String PLUGIN = "dev.talaria.plugin~dev.talaria.weather";

  @TempDir Path home;
  private Path etc;
  private TestRuntime runtime;
  private ConfigurationAdmin admin;

  @BeforeEach
  void start() throws Exception {
    etc = home.resolve("etc");
    restart();
  }

  @AfterEach
  void stop() throws Exception {
    if (runtime != null) {
      runtime.close();
    }
  }

  private void restart() throws Exception {
    stop();
    runtime = TestRuntime.start(home);
    admin = runtime.service(ConfigurationAdmin.class);
    // Up only when edits are taken.
    runtime.service(ReadinessCheck.class);
  }

  private Path file(String pid) {
    return etc.resolve(pid + ".cfg");
  }

  private void write(String pid, String text) throws IOException {
    Files.writeString(file(pid), text);
  }

  /** What Config Admin holds, without asking for a configuration that is not there. */
  private Map<String, Object> live(String pid) {
    try {
      Configuration[] found = admin.listConfigurations("(service.pid=" + pid + ")");
      Map<String, Object> values = new TreeMap<>();
      if (found == null) {
        return values;
      }
      Dictionary<String, Object> properties = found[0].getProperties();
      for (String key : Collections.list(properties.keys())) {
        Object value = properties.get(key);
        values.put(key, value instanceof String[] array ? Arrays.asList(array) : value);
      }
      return values;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private SettingsStatus status() throws InterruptedException {
    return runtime.service(SettingsStatus.class);
  }

  private Settings settings() throws InterruptedException {
    return runtime.service(Settings.class);
  }

  @Test
  void makesTheFolderForItsOwnerOnly() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(etc)))
        .isEqualTo("rwx------");
  }

  @Test
  void takesFilesAtTheStartAndFactoriesByTheirNames() throws Exception {
    write(REGISTRY, "# policy\nallow_tool_override = true\nlist = a, b\n");
    write(PLUGIN, "enabled = false\n");
    restart();
    assertThat(live(REGISTRY))
        .containsEntry("allow_tool_override", "true")
        .containsEntry("list", List.of("a", "b"));
    assertThat(live(PLUGIN))
        .containsEntry("enabled", "false")
        .containsEntry("service.factoryPid", "dev.talaria.plugin");
    assertThat(admin.getConfiguration(REGISTRY, "?").getBundleLocation()).isEqualTo("?");
  }

  @Test
  void takesNewEditedAndDeletedFiles() throws Exception {
    write(PLUGIN, "url = http://a\n");
    await().until(() -> "http://a".equals(live(PLUGIN).get("url")));
    assertThat(live(PLUGIN)).containsEntry("service.factoryPid", "dev.talaria.plugin");

    Path edited = Files.writeString(etc.resolve("edited.tmp"), "# now with a list\nurl = b,\n");
    Files.move(edited, file(PLUGIN), StandardCopyOption.ATOMIC_MOVE);
    await().until(() -> List.of("b").equals(live(PLUGIN).get("url")));
    assertThat(file(PLUGIN)).hasContent("# now with a list\nurl = b,\n");

    Files.delete(file(PLUGIN));
    await().until(() -> live(PLUGIN).isEmpty());
    await()
        .untilAsserted(
            () ->
                assertThat(runtime.audit())
                    .contains(
                        Map.of(
                            "kind",
                            "config.changed",
                            "pid",
                            PLUGIN,
                            "keys",
                            "url",
                            "by",
                            "file",
                            "deleted",
                            "true")));
  }

  @Test
  void aHalfWrittenFileIsUnreadableAndTheLastGoodValuesStay() throws Exception {
    write(REGISTRY, "allow_tool_override = true\nrequired_owner = terminal=guard\n");
    await().until(() -> live(REGISTRY).containsKey("required_owner"));
    List<Set<String>> heard = new CopyOnWriteArrayList<>();
    AtomicReference<Object> valueWhenReadable = new AtomicReference<>();
    SettingsStatus status = status();
    Subscription subscription =
        status.onChange(
            () -> {
              heard.add(status.unreadable());
              if (!status.isUnreadable(REGISTRY)) {
                valueWhenReadable.set(live(REGISTRY).get("allow_tool_override"));
              }
            });
    write(REGISTRY, "allow_tool_override = fal\nrequired_ow");
    await().untilAsserted(() -> assertThat(heard).containsExactly(Set.of(REGISTRY)));
    assertThat(live(REGISTRY)).containsEntry("required_owner", "terminal=guard");
    assertThat(settings().get(REGISTRY).orElseThrow().problems())
        .containsExactly("etc/dev.talaria.registry.cfg, line 2: neither a comment nor key = value");
    assertThatThrownBy(
            () -> settings().update(REGISTRY, Map.of("call_timeout", List.of("1s")), Set.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("nothing was changed");

    write(REGISTRY, "allow_tool_override = false\n");
    await().until(() -> heard.size() == 2);
    assertThat(status.unreadable()).isEmpty();
    assertThat(valueWhenReadable).hasValue("false");
    assertThat(live(REGISTRY)).doesNotContainKey("required_owner");

    subscription.close();
    write(REGISTRY, "broken");
    await().until(() -> status.isUnreadable(REGISTRY));
    assertThat(heard).hasSize(2);
  }

  @Test
  void aFileThatIsUnreadableAtTheStartHasTheLastGoodValues() throws Exception {
    write(REGISTRY, "allow_tool_override = true\nrequired_owner = terminal=guard\n");
    write(PLUGIN, "enabled = false\n");
    Path lastGood = home.resolve("data/config/last-good");
    await().until(() -> Files.exists(lastGood.resolve(REGISTRY + ".cfg")));
    await().until(() -> Files.exists(lastGood.resolve(PLUGIN + ".cfg")));
    stop();
    write(REGISTRY, "half");
    Files.delete(file(PLUGIN));
    Files.createSymbolicLink(file(PLUGIN), home.resolve("gone"));
    restart();
    assertThat(status().unreadable()).containsExactlyInAnyOrder(REGISTRY, PLUGIN);
    assertThat(live(REGISTRY))
        .containsEntry("required_owner", "terminal=guard")
        .containsEntry("allow_tool_override", "false");
    assertThat(live(PLUGIN))
        .containsEntry("enabled", "false")
        .containsEntry("service.factoryPid", "dev.talaria.plugin");

    write(REGISTRY, "allow_tool_override = true\n");
    await().until(() -> !status().isUnreadable(REGISTRY));
    assertThat(live(REGISTRY))
        .containsEntry("allow_tool_override", "true")
        .doesNotContainKey("required_owner");
    Files.delete(file(PLUGIN));
    await().until(() -> live(PLUGIN).isEmpty());
  }

  @Test
  void whatAFileOpensIsClosedForEverybodyWhileItIsUnreadable() throws Exception {
    String open = "allow = rm *, ls\napproval = allow\nallow_x = true\ndeny = a\n";
    write("x.y", open);
    await().until(() -> live("x.y").containsKey("allow"));
    write("x.y", open + "half");
    await().until(() -> live("x.y").get("allow").equals(List.of()));
    assertThat(live("x.y"))
        .containsEntry("approval", "ask")
        .containsEntry("allow_x", "false")
        .containsEntry("deny", "a");
    assertThat(file("x.y")).hasContent(open + "half");
    restart();
    assertThat(live("x.y")).containsEntry("allow", List.of()).containsEntry("deny", "a");
    write("x.y", open);
    await().until(() -> List.of("rm *", "ls").equals(live("x.y").get("allow")));
    assertThat(live("x.y")).containsEntry("approval", "allow").containsEntry("allow_x", "true");
    assertThat(status().unreadable()).isEmpty();
  }

  @Test
  void withoutLastGoodValuesAFileThatIsUnreadableAtTheStartIsNoConfiguration() throws Exception {
    Files.write(file(REGISTRY), new byte[] {'a', '=', (byte) 0xE9, '\n'});
    write(PLUGIN, "url = ${env:TALARIA_TEST_UNSET}\n");
    restart();
    assertThat(status().unreadable()).containsExactlyInAnyOrder(REGISTRY, PLUGIN);
    assertThat(live(REGISTRY)).isEmpty();
    assertThat(settings().list())
        .extracting(Settings.Configured::pid)
        .containsExactly(PLUGIN, REGISTRY);
    assertThat(settings().get(PLUGIN).orElseThrow().problems())
        .singleElement()
        .asString()
        .contains("line 1", "key url", "TALARIA_TEST_UNSET is not set");

    Files.delete(file(PLUGIN));
    write(REGISTRY, "a = é\n");
    await().until(() -> status().unreadable().isEmpty());
    assertThat(live(REGISTRY)).containsEntry("a", "é");
  }

  @Test
  void anEmptiedFileIsUnreadableUntilItHasSettled() throws Exception {
    write(REGISTRY, "required_owner = terminal=guard\n");
    await().until(() -> live(REGISTRY).containsKey("required_owner"));
    Files.write(file(REGISTRY), new byte[0]);
    await().until(() -> status().isUnreadable(REGISTRY));
    assertThat(live(REGISTRY)).containsKey("required_owner");
    await().until(() -> !status().isUnreadable(REGISTRY));
    assertThat(live(REGISTRY)).containsOnlyKeys("service.pid");
  }

  @Test
  void withoutItsFolderNothingCountsAsDeleted() throws Exception {
    write(REGISTRY, "required_owner = terminal=guard\n");
    await().until(() -> live(REGISTRY).containsKey("required_owner"));
    Path away = Files.move(etc, home.resolve("etc.away"));
    await().until(() -> status().isUnreadable(REGISTRY));
    assertThat(live(REGISTRY)).containsKey("required_owner");
    assertThat(runtime.service(ReadinessCheck.class).problem()).isPresent();
    Files.move(away, etc);
    await().until(() -> !status().isUnreadable(REGISTRY));
    assertThat(live(REGISTRY)).containsKey("required_owner");
    write(REGISTRY, "required_owner = other\n");
    await().until(() -> "other".equals(live(REGISTRY).get("required_owner")));
  }

  @Test
  void whatIsNoRegularFileIsNoDeletion() throws Exception {
    write(REGISTRY, "required_owner = terminal=guard\n");
    await().until(() -> live(REGISTRY).containsKey("required_owner"));
    Path link = Files.createSymbolicLink(home.resolve("link"), home.resolve("gone"));
    Files.move(link, file(REGISTRY), StandardCopyOption.REPLACE_EXISTING);
    await().until(() -> status().isUnreadable(REGISTRY));
    assertThat(live(REGISTRY)).containsKey("required_owner");
    assertThat(settings().get(REGISTRY).orElseThrow().problems())
        .singleElement()
        .asString()
        .contains("a link to nothing");

    Path target = Files.createDirectory(home.resolve("gone"));
    await()
        .until(
            () -> settings().get(REGISTRY).orElseThrow().problems().toString().contains("no reg"));
    assertThat(live(REGISTRY)).containsKey("required_owner");
    assertThat(target).isDirectory();
    Files.delete(file(REGISTRY));
    await().until(() -> live(REGISTRY).isEmpty());
  }

  @Test
  void aHundredRapidEditsEndInTheLastContent() throws Exception {
    for (int round = 0; round < 3; round++) {
      String last = "edit " + round + "/99";
      for (int i = 0; i < 100; i++) {
        write(REGISTRY, "# " + i + "\nvalue = edit " + round + "/" + i + "\n");
      }
      await().until(() -> last.equals(live(REGISTRY).get("value")));
      assertThat(status().unreadable()).isEmpty();
    }
  }

  @Test
  void aCommandChangesLiveAndFileAndKeepsTheRest() throws Exception {
    write(REGISTRY, "# policy\n\nallow_tool_override   =   false   \n# end\nb = ${env:PATH}\n");
    await().until(() -> live(REGISTRY).containsKey("b"));
    long changes = admin.getConfiguration(REGISTRY, "?").getChangeCount();
    settings()
        .update(
            REGISTRY,
            Map.of("Allow_Tool_Override", List.of("true"), "deny", List.of("a,b", " c")),
            Set.of());
    String expected =
        "# policy\n\nallow_tool_override   =   true\n# end\nb = ${env:PATH}\n"
            + "deny = a\\,b, \\u0020c\n";
    assertThat(file(REGISTRY)).hasContent(expected);
    assertThat(admin.getConfiguration(REGISTRY, "?").getProperties().get("allow_tool_override"))
        .isEqualTo("true");
    assertThat(live(REGISTRY)).containsEntry("deny", List.of("a,b", " c"));

    settings().update(REGISTRY, Map.of(), Set.of("deny"));
    assertThat(live(REGISTRY)).doesNotContainKey("deny");
    await()
        .untilAsserted(
            () ->
                assertThat(runtime.audit())
                    .contains(
                        Map.of(
                            "kind",
                            "config.changed",
                            "pid",
                            REGISTRY,
                            "keys",
                            "allow_tool_override,deny",
                            "by",
                            "command")));
    // The bundle's own hand in the file is no outside edit.
    await()
        .during(Duration.ofMillis(700))
        .until(() -> admin.getConfiguration(REGISTRY, "?").getChangeCount() == changes + 2);

    settings().delete(REGISTRY);
    assertThat(live(REGISTRY)).isEmpty();
    assertThat(file(REGISTRY)).doesNotExist();
    settings().delete(REGISTRY);
  }

  @Test
  void aCommandMakesANewConfigurationOfAFactory() throws Exception {
    settings().update(PLUGIN, Map.of("override_tools", List.of()), Set.of());
    assertThat(file(PLUGIN)).hasContent("override_tools = []\n");
    restart();
    assertThat(live(PLUGIN))
        .containsEntry("override_tools", List.of())
        .containsEntry("service.factoryPid", "dev.talaria.plugin");
    assertThat(settings().get(PLUGIN).orElseThrow().values())
        .containsEntry("override_tools", List.of());
  }

  @Test
  void aCommandThatFailsLeavesNothing() throws Exception {
    Files.createDirectory(file(REGISTRY));
    assertThatThrownBy(() -> settings().update(REGISTRY, Map.of("a", List.of("1")), Set.of()))
        .isInstanceOf(IOException.class);
    assertThat(live(REGISTRY)).isEmpty();
    assertThat(file(REGISTRY)).isDirectory();
    Files.delete(file(REGISTRY));
    await().until(() -> status().unreadable().isEmpty());
    settings().update(REGISTRY, Map.of("a", List.of("1")), Set.of());
    assertThat(live(REGISTRY)).containsEntry("a", "1");
  }

  @Test
  void showsWhatTheReaderOfAConfigurationFindsWrong() throws Exception {
    Settings settings = settings();
    SettingsCheck check =
        (pid, values) ->
            "banana".equals(values.get("t")) ? List.of(pid + " has a fruit") : List.of();
    ServiceRegistration<SettingsCheck> registration =
        runtime.context().registerService(SettingsCheck.class, check, null);
    settings.update("x.y", Map.of("t", List.of("banana")), Set.of());
    assertThat(settings.get("x.y").orElseThrow().problems()).containsExactly("x.y has a fruit");
    assertThat(settings.list().get(0).problems()).containsExactly("x.y has a fruit");
    settings.update("x.y", Map.of("t", List.of("1s")), Set.of());
    assertThat(settings.get("x.y").orElseThrow().problems()).isEmpty();
    settings.update("x.y", Map.of("t", List.of("banana")), Set.of());
    registration.unregister();
    assertThat(settings.get("x.y").orElseThrow().problems()).isEmpty();
  }

  @Test
  void refusesNamesThatAreNone() throws Exception {
    Settings settings = settings();
    for (String pid : List.of("", "../x", ".x", "a b", "a~", "a/b", "x".repeat(300))) {
      assertThatThrownBy(() -> settings.update(pid, Map.of("a", List.of("1")), Set.of()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String key : List.of("", "a=b", "service.pid", "a b", ":org.apache.felix.x")) {
      assertThatThrownBy(() -> settings.update("x", Map.of(key, List.of("1")), Set.of()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(etc).isEmptyDirectory();
  }

  @Test
  void askingForAConfigurationWritesNoFile() throws Exception {
    admin.getConfiguration("x.y", "?");
    admin.getFactoryConfiguration("x.f", "n", "?");
    assertThat(etc).isEmptyDirectory();
    restart();
    assertThat(admin.listConfigurations(null)).isNull();
  }

  @Test
  void whatABundleStoresIsWrittenAndBoundToNoLocation() throws Exception {
    Dictionary<String, Object> values = new Hashtable<>();
    values.put("port", 8420);
    values.put("ratios", new double[] {0.5, 2});
    values.put("names", List.of("only"));
    Configuration own = admin.getConfiguration("x.y");
    own.update(values);
    await().until(() -> "?".equals(own.getBundleLocation()));
    Configuration generated = admin.createFactoryConfiguration("x.factory", "?");
    generated.update(values);
    String generatedPid = generated.getPid();
    assertThat(Files.readAllLines(file("x.y")))
        .containsExactlyInAnyOrder("port = 8420", "ratios = 0.5, 2.0", "names = only,");

    restart();
    assertThat(live("x.y"))
        .isEqualTo(
            Map.of(
                "port",
                "8420",
                "ratios",
                List.of("0.5", "2.0"),
                "names",
                List.of("only"),
                "service.pid",
                "x.y"));
    assertThat(live(generatedPid)).containsEntry("service.factoryPid", "x.factory");
    admin.getConfiguration(generatedPid, "?").delete();
    assertThat(file(generatedPid)).doesNotExist();
  }

  @Test
  void ignoresKeysOfConfigAdminItself() throws Exception {
    write(
        "x.y",
        "a = 1\nservice.pid = z\n_felix_.cm.newConfiguration = true\n"
            + ":org.apache.felix.configadmin.locked: = true\n");
    await().until(() -> "1".equals(live("x.y").get("a")));
    assertThat(live("x.y")).containsEntry("service.pid", "x.y").hasSize(2);
    await().until(() -> settings().get("x.y").orElseThrow().problems().size() == 3);
    settings().update("x.y", Map.of("a", List.of("2")), Set.of());
    assertThat(Files.readString(file("x.y"))).contains("service.pid = z").contains("a = 2");
    restart();
    assertThat(live("x.y")).containsEntry("a", "2").hasSize(2);
  }
}
