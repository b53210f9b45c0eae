package dev.talaria.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAreAligned() {
    Table table = new Table("NAME", "STATE", "");
    table.row("a", "ACTIVE", "short");
    table.row("longer", "X", "");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    table.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("NAME    STATE", "a       ACTIVE  short", "longer  X");
  }

  @Test
  void textFromElsewhereDoesNotReachTheTerminalsControls() {
    assertThat(Text.line("a\u001b[2Jb\r\nc\u009bd\u202ee"))
        .doesNotContain("\u001b", "\n", "\u009b");
    assertThat(Text.line("two\nlines")).isEqualTo("two lines");
  }
}
