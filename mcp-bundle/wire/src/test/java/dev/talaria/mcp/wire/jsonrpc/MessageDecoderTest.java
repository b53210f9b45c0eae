package dev.talaria.mcp.wire.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.mcp.wire.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MessageDecoderTest {
  private final MessageDecoder decoder = new MessageDecoder(JsonLimits.DEFAULT);

  @Test
  void tellsTheKindsOfMessagesApart() {
    assertThat(valid("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":{}}}"))
        .isInstanceOfSatisfying(
            Message.Request.class,
            r -> {
              assertThat(r.id()).isEqualTo(new RequestId.Number(1));
              assertThat(r.params().raw("a")).hasValue("{}");
            });
    assertThat(valid("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"m\"}"))
        .isInstanceOfSatisfying(
            Message.Request.class, r -> assertThat(r.id()).isEqualTo(new RequestId.Text("x")));
    assertThat(valid("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"))
        .isInstanceOf(Message.Notification.class);
    assertThat(valid("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"))
        .isInstanceOf(Message.Response.class);
    assertThat(
            valid(
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"no\",\"data\":[1]}}"))
        .isEqualTo(
            new Message.ErrorResponse(
                Optional.empty(), new JsonRpcError(-1, "no", Optional.of("[1]"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"id\":1,\"method\":\"m\"} | -32600 | 1",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"} | -32600 | 1",
        "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"} | -32600 |",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"} | -32600 |",
        "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"m\"} | -32600 |",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"} | -32600 |",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\"} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":[]} | -32602 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":null} | -32602 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"result\":{}} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":3} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}} | -32600 | 1",
        "[] | -32600 |",
        "[{\"jsonrpc\":\"2.0\",\"method\":\"m\"}] | -32600 |",
        "7 | -32600 |",
        "\"x\" | -32600 |",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"m\"} | -32700 |",
        "{\"jsonrpc\":\"2.0\", | -32700 |",
      })
  void saysPreciselyWhatIsWrong(String text, int code, Long id) {
    Decoded decoded = decode(text, false);

    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> {
              assertThat(refused.error().code()).isEqualTo(code);
              assertThat(refused.id())
                  .isEqualTo(Optional.ofNullable(id).map(RequestId.Number::new));
            });
  }

  @Test
  void refusesAMegabyteOfNestedBrackets() {
    Decoded decoded = decode("[".repeat(1 << 20), true);

    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            r -> assertThat(r.error().code()).isEqualTo(ErrorCode.INVALID_REQUEST));
  }

  @Test
  void readsBatchesWhereTheRevisionHasThem() {
    Decoded decoded =
        decode("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"},3,{\"jsonrpc\":\"2.0\"}]", true);

    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Batch.class,
            batch ->
                assertThat(batch.messages())
                    .hasExactlyElementsOfTypes(
                        Decoded.Valid.class, Decoded.Refused.class, Decoded.Refused.class));
    assertThat(decode("[]", true)).isInstanceOf(Decoded.Refused.class);
  }

  @Property(tries = 2000)
  void anyBytesHaveAnAnswer(@ForAll byte[] bytes, @ForAll boolean batches) {
    answered(decoder.decode(bytes, batches));
  }

  @Property(tries = 3000)
  void anyJsonLikeTextHasAnAnswer(@ForAll("jsonLike") String text, @ForAll boolean batches) {
    answered(decode(text, batches));
  }

  @Provide
  Arbitrary<String> jsonLike() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"jsonrpc\":\"2.0\"",
            "\"id\":1",
            "\"id\":null",
            "\"id\":\"\\ud800\"",
            "\"method\":\"m\"",
            "\"params\":{}",
            "\"params\":{\"_meta\":{\"a\":",
            "\"result\":{}",
            "\"error\":{\"code\":1,\"message\":\"é\"}",
            "1e999",
            "-0",
            "\"\\u00",
            "tru",
            "null",
            "\u0000",
            "\uD83D\uDE00",
            " ",
            "\n")
        .list()
        .ofMaxSize(14)
        .map(parts -> String.join("", parts));
  }

  /** Whatever it is, what would be sent back for it is valid JSON. */
  private static void answered(Decoded decoded) {
    byte[] sent;
    if (decoded instanceof Decoded.Refused refused) {
      assertThat(refused.error().code()).isBetween(-32700, -32600);
      sent = MessageWriter.error(refused.id(), refused.error());
    } else if (decoded instanceof Decoded.Valid valid
        && valid.message() instanceof Message.Request request) {
      sent = MessageWriter.result(request.id(), MessageWriter.EMPTY_OBJECT);
    } else {
      return;
    }
    JsonNode json = JsonMapper.builder().build().readTree(sent);
    assertThat(json.get("jsonrpc").asString()).isEqualTo("2.0");
  }

  private Message valid(String text) {
    Decoded decoded = decode(text, false);
    assertThat(decoded).isInstanceOf(Decoded.Valid.class);
    return ((Decoded.Valid) decoded).message();
  }

  private Decoded decode(String text, boolean batches) {
    return decoder.decode(text.getBytes(StandardCharsets.UTF_8), batches);
  }
}
