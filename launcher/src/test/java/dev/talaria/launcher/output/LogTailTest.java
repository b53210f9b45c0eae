package dev.talaria.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTailTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private LogTail tail(Path log) {
    return new LogTail(log, new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"0,''", "1,'c\n'", "2,'b\nc\n'", "3,'a\nb\nc\n'", "9,'a\nb\nc\n'"})
  void printsTheLastLines(int lines, String expected) throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "a\nb\nc\n");

    tail(log).printLast(lines);

    assertThat(printed()).isEqualTo(expected);
  }

  @Test
  void readsOnlyTheEndOfALongLog() throws IOException {
    String line = "x".repeat(999) + "\n";
    Path log = Files.writeString(folder.resolve("log"), line.repeat(300));

    tail(log).printLast(200);

    assertThat(printed()).isEqualTo(line.repeat(200));
  }

  @Test
  void followsOverTheReplacementOfTheFile() throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "a\n");
    LogTail tail = tail(log);
    tail.printLast(10);
    Files.writeString(log, "b\n", StandardOpenOption.APPEND);
    tail.awaitMore();
    Files.move(log, folder.resolve("log.1"));
    tail.awaitMore();
    Files.writeString(log, "c\n");
    tail.awaitMore();

    assertThat(printed()).isEqualTo("a\nb\nc\n");
  }
}
