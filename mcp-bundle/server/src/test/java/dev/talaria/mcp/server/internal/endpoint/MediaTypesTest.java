package dev.talaria.mcp.server.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json, text/event-stream | true",
        "text/event-stream;q=0.5 | true",
        "*/* | true",
        "text/* | true",
        "TEXT/EVENT-STREAM | true",
        "application/json | false",
        "text/event-stream;q=0 | false",
        "text/event-streams | false",
        "'' | false"
      })
  void readsAccept(String accept, boolean taken) {
    assertThat(MediaTypes.accepts(List.of(accept), MediaTypes.EVENTS)).isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | true",
        "Application/JSON; charset=UTF-8 | true",
        "application/json; charset=\"utf-8\" | true",
        "application/json; charset=utf-16 | false",
        "application/jsonp | false",
        "text/plain | false",
        "'' | false"
      })
  void readsContentType(String type, boolean json) {
    assertThat(MediaTypes.isJson(List.of(type))).isEqualTo(json);
    assertThat(MediaTypes.isJson(List.of(type, type))).isFalse();
    assertThat(MediaTypes.isJson(List.of())).isFalse();
  }
}
