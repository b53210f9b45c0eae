package dev.talaria.mcp.wire.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.mcp.wire.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MessageWriterTest {
  @Test
  void writesMessagesInOneLine() {
    assertThat(text(MessageWriter.result(new RequestId.Number(7), bytes("{\"a\":1}"))))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":1}}");
    assertThat(text(MessageWriter.notification("n")))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
    assertThat(text(MessageWriter.notification("n", bytes("{}"))))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{}}");
    assertThat(text(MessageWriter.request(new RequestId.Text("é"), "m", bytes("{}"))))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"method\":\"m\",\"params\":{}}");
    assertThat(
            text(
                MessageWriter.error(
                    Optional.empty(), new JsonRpcError(-1, "no\n", Optional.of("{\n}")))))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-1,\"message\":\"no\\n\",\"data\":{ }}}");
    assertThat(text(MessageWriter.batch(List.of(bytes("1"), bytes("2"))))).isEqualTo("[1,2]");
  }

  @Property(tries = 500)
  void whatIsWrittenCanBeReadAgain(@ForAll String id, @ForAll String message) {
    byte[] sent =
        MessageWriter.error(Optional.of(new RequestId.Text(id)), JsonRpcError.of(-5, message));

    assertThat(new MessageDecoder(JsonLimits.DEFAULT).decode(sent, false))
        .isInstanceOfSatisfying(
            Decoded.Valid.class,
            v -> assertThat(v.message()).isInstanceOf(Message.ErrorResponse.class));
    assertThat(text(sent)).doesNotContain("\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
