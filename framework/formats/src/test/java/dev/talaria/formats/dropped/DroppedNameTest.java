package dev.talaria.formats.dropped;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DroppedNameTest {
  @ParameterizedTest
  @CsvSource({
    "tool.jar,plain.tool,0.0.0",
    "my-tool-1.2.jar,plain.my-tool,1.2.0",
    "my_tool_v3.jar,plain.my_tool,3.0.0",
    "tool-1.2.3-SNAPSHOT.jar,plain.tool,1.2.3.SNAPSHOT",
    "tool-1.2.3.4.jar,plain.tool,1.2.3.4",
    "tool-2024.01.05.jar,plain.tool,2024.01.05",
    "tool-1.0-beta+x y.jar,plain.tool,1.0.0.beta_x_y",
    "com.example.tool-1.jar,plain.com.example.tool,1.0.0",
    "a tool (copy).jar,plain.a_tool__copy_,0.0.0",
    "1.0.jar,plain.1.0,0.0.0",
    "Tööl.jar,plain.T__l,0.0.0",
    "a..b.jar,plain.a_.b,0.0.0",
    "TOOL-1.0.JAR,plain.TOOL,1.0.0"
  })
  void aJarIsNamedByItsFile(String file, String name, String version) {
    assertThat(DroppedName.ofJar(file, Map.of())).isEqualTo(new DroppedName(name, version));
  }

  @Test
  void theManifestKnowsBetter() {
    assertThat(
            DroppedName.ofJar(
                "x.jar",
                Map.of(
                    "Automatic-Module-Name", "com.example.tool", "Implementation-Version", "2.1")))
        .isEqualTo(new DroppedName("plain.com.example.tool", "2.1.0"));
    assertThat(DroppedName.ofJar("x-3.jar", Map.of("Implementation-Version", "2.1")).version())
        .as("the file's name is what an operator changes")
        .isEqualTo("3.0.0");
  }

  @ParameterizedTest
  @CsvSource({
    "Greet.java,source.Greet",
    "my tool-2.java,source.my_tool-2",
    "Grüße.java,source.Gr__e",
    ".java,source._"
  })
  void aSourceIsNamedByItsFile(String file, String name) {
    assertThat(DroppedName.ofSource(file)).isEqualTo(new DroppedName(name, "0.0.0"));
  }

  @Property
  void everyNameIsOneThatABundleMayHave(@ForAll String file, @ForAll String module) {
    for (DroppedName name :
        new DroppedName[] {
          DroppedName.ofSource(file + ".java"),
          DroppedName.ofJar(file + ".jar", Map.of()),
          DroppedName.ofJar(file + ".jar", Map.of("Automatic-Module-Name", module)),
          DroppedName.ofJar("x.jar", Map.of("Implementation-Version", file))
        }) {
      assertThat(name.symbolicName()).matches("(plain|source)(\\.[A-Za-z0-9_-]+)+");
      assertThat(name.version()).matches("\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(\\.[A-Za-z0-9_-]+)?");
    }
  }
}
