package dev.talaria.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Vector;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Only {@code Boolean.TRUE} and {@code "true"} open the door: after a restart as well. */
class ClosedStaysClosedIT {
  private static final String KEY = "allow_tool_override";

  @TempDir Path home;

  private static boolean opens(Object raw) {
    return Boolean.TRUE.equals(raw) || "true".equals(raw);
  }

  @Test
  void noValueBecomesTrueByBeingStored() throws Exception {
    List<Object> closed =
        Stream.<Object>of(
                "TRUE",
                " true",
                "true ",
                "\ttrue",
                "true\n",
                "true\r\n",
                "\u00a0true",
                "tr\\ue",
                "${env:TRUE}",
                "true,",
                ",true",
                "[]",
                "",
                "True",
                "true # yes",
                "\uFEFFtrue",
                1,
                1L,
                1.0,
                't',
                false,
                new String[] {"true"},
                new String[] {"true", "true"},
                new String[0],
                new Boolean[] {true},
                new boolean[] {true},
                List.of("true"),
                List.of(true),
                List.of(),
                new Vector<>(List.of("true")),
                new char[] {'t'})
            .toList();
    try (TestRuntime runtime = TestRuntime.start(home)) {
      ConfigurationAdmin admin = runtime.service(ConfigurationAdmin.class);
      for (int i = 0; i < closed.size(); i++) {
        update(admin, i, closed.get(i));
      }
      update(admin, closed.size(), true);
      update(admin, closed.size() + 1, "true");
    }
    try (TestRuntime runtime = TestRuntime.start(home)) {
      ConfigurationAdmin admin = runtime.service(ConfigurationAdmin.class);
      for (int i = 0; i < closed.size(); i++) {
        Object raw = raw(admin, i);
        assertThat(opens(raw)).as("%s stored, %s read", closed.get(i), raw).isFalse();
        if (closed.get(i) instanceof String text) {
          assertThat(raw).isEqualTo(text);
        } else if (closed.get(i) instanceof String[] list) {
          assertThat((String[]) raw).as(Arrays.toString(list)).isEqualTo(list);
        }
      }
      assertThat(opens(raw(admin, closed.size()))).isTrue();
      assertThat(opens(raw(admin, closed.size() + 1))).isTrue();
    }
  }

  private static void update(ConfigurationAdmin admin, int i, Object value) throws Exception {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(KEY, value);
    Configuration configuration = admin.getFactoryConfiguration("dev.talaria.plugin", "p" + i, "?");
    configuration.update(properties);
  }

  private static Object raw(ConfigurationAdmin admin, int i) throws Exception {
    return admin
        .getFactoryConfiguration("dev.talaria.plugin", "p" + i, "?")
        .getProperties()
        .get(KEY);
  }
}
