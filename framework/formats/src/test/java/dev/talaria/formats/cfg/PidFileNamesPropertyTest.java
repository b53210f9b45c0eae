package dev.talaria.formats.cfg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

class PidFileNamesPropertyTest {
  @Property
  void everyPidHasOneFileInTheFolder(@ForAll @StringLength(min = 1, max = 20) String pid) {
    String name;
    try {
      name = PidFileNames.fileName(pid);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("Unicode");
      return;
    }
    Path folder = Path.of("/etc");
    assertThat(folder.resolve(name).normalize().getParent()).isEqualTo(folder);
    assertThat(PidFileNames.pid(name)).contains(pid);
  }

  @Property
  void everyNameIsOnePidOrNone(@ForAll @StringLength(max = 12) String name) {
    PidFileNames.pid(name + ".cfg")
        .ifPresent(pid -> assertThat(PidFileNames.fileName(pid)).isEqualTo(name + ".cfg"));
  }
}
