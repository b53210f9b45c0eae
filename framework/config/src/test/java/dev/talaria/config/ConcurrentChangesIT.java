package dev.talaria.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Settings;
import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgFiles;
import dev.talaria.formats.cfg.CfgValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Commands, bundles and an editor at once: nothing is lost, and live and file end the same. */
class ConcurrentChangesIT {
  private static final int ROUNDS = 40;

  @TempDir Path home;

  @Test
  void commandsBundlesAndAnEditorMeet() throws Exception {
    try (TestRuntime runtime = TestRuntime.start(home)) {
      Settings settings = runtime.service(Settings.class);
      ConfigurationAdmin admin = runtime.service(ConfigurationAdmin.class);
      Path shared = home.resolve("etc/shared.cfg");
      CyclicBarrier start = new CyclicBarrier(5);
      List<Callable<Void>> parties = new ArrayList<>();
      for (int party = 0; party < 3; party++) {
        String prefix = "p" + party + ".";
        parties.add(
            () -> {
              start.await(10, TimeUnit.SECONDS);
              for (int i = 0; i < ROUNDS; i++) {
                settings.update("commands", Map.of(prefix + i, List.of("v" + i)), Set.of());
                settings.update("shared", Map.of("command", List.of(prefix + i)), Set.of());
              }
              return null;
            });
      }
      parties.add(
          () -> {
            start.await(10, TimeUnit.SECONDS);
            Configuration configuration = admin.getConfiguration("shared", "?");
            for (int i = 0; i < ROUNDS; i++) {
              Dictionary<String, Object> properties = configuration.getProperties();
              properties = properties == null ? new Hashtable<>() : properties;
              properties.put("bundle", i);
              configuration.update(properties);
            }
            return null;
          });
      parties.add(
          () -> {
            start.await(10, TimeUnit.SECONDS);
            for (int burst = 0; burst < 4; burst++) {
              // Fewer than the attempts that a command makes before it gives up.
              for (int i = 0; i < 9; i++) {
                CfgDocument document = CfgFiles.read("shared", shared);
                CfgValue value = CfgValue.of("e" + burst + "." + i);
                CfgFiles.write(shared, document.with("editor", value).toBytes());
              }
              String prefix = "e" + burst + ".";
              await()
                  .until(
                      () ->
                          settings.get("shared").isPresent()
                              && values(settings, "shared")
                                  .getOrDefault("editor", List.of(""))
                                  .get(0)
                                  .startsWith(prefix));
            }
            return null;
          });
      ExecutorService executor = Executors.newFixedThreadPool(parties.size());
      try {
        for (Future<Void> party : executor.invokeAll(parties, 60, TimeUnit.SECONDS)) {
          party.get();
        }
      } finally {
        executor.shutdownNow();
      }

      Map<String, List<String>> expected = new TreeMap<>();
      for (int party = 0; party < 3; party++) {
        for (int i = 0; i < ROUNDS; i++) {
          expected.put("p" + party + "." + i, List.of("v" + i));
        }
      }
      assertThat(values(settings, "commands")).isEqualTo(expected);
      assertThat(onDisk(home.resolve("etc/commands.cfg"))).isEqualTo(expected);
      await().untilAsserted(() -> assertThat(values(settings, "shared")).isEqualTo(onDisk(shared)));
      assertThat(onDisk(shared)).containsKeys("editor", "command", "bundle");
    }
  }

  private static Map<String, List<String>> values(Settings settings, String pid) {
    return settings.get(pid).orElseThrow().values();
  }

  private static Map<String, List<String>> onDisk(Path file) throws Exception {
    Map<String, List<String>> texts = new TreeMap<>();
    CfgFiles.read("f", file)
        .values("f", name -> null)
        .forEach((key, value) -> texts.put(key, value.texts()));
    return texts;
  }
}
