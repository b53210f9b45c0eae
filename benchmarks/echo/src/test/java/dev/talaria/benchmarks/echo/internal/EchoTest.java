package dev.talaria.benchmarks.echo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EchoTest {
  @Test
  void returnsItsText() {
    assertThat(new Echo().call(new Echo.Args("hello"), null)).isEqualTo("hello");
  }

  @Test
  void isDeclaredWithOneRequiredArgument() throws IOException {
    try (InputStream document = Echo.class.getResourceAsStream("/OSGI-INF/tools/echo.json")) {
      assertThat(new String(document.readAllBytes(), StandardCharsets.UTF_8))
          .contains("\"toolset\":\"benchmark\"", "\"required\":[\"text\"]")
          .doesNotContain("outputSchema");
    }
  }
}
