package dev.talaria.ops.internal.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpAddressTest {
  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8420/, 127.0.0.1, 127.0.0.1, 8420, http://127.0.0.1:8420",
    "http://localhost/, localhost, localhost, 80, http://localhost",
    "http://::1:8420/, ::1, ::1, 8420, http://[::1]:8420",
    "http://::1/, ::1, ::1, 80, http://[::1]",
    "http://[::1]:8420/, [::1], ::1, 8420, http://[::1]:8420",
    "http://[fd00::7]:8420/, '', fd00::7, 8420, http://[fd00::7]:8420",
    "http://10.0.0.7:8420, 0.0.0.0, 10.0.0.7, 8420, http://10.0.0.7:8420",
  })
  void readsWhatTheServerSays(
      String endpoint, String boundHost, String host, int port, String url) {
    HttpAddress address = HttpAddress.parse(endpoint, boundHost).orElseThrow();
    assertThat(address).isEqualTo(new HttpAddress(host, port));
    assertThat(address.url()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "https://127.0.0.1:8443/, 127.0.0.1",
    "/, 127.0.0.1",
    "http://127.0.0.1:8420/app, 127.0.0.1",
    "http://127.0.0.1:x/, 127.0.0.1",
  })
  void leavesOutWhatIsNoPlainAddress(String endpoint, String boundHost) {
    assertThat(HttpAddress.parse(endpoint, boundHost)).isEmpty();
  }
}
