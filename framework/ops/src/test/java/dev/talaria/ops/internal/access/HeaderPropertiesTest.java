package dev.talaria.ops.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

/** Headers come from anybody: every text has to be either what it seems or nothing. */
class HeaderPropertiesTest {
  private static final String TOKEN_CHARS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/";

  @Provide
  Arbitrary<String> tokens() {
    return Arbitraries.strings().withChars(TOKEN_CHARS).ofMinLength(1).ofMaxLength(300);
  }

  /** Texts near the border of what is valid. */
  @Provide
  Arbitrary<String> nearHeaders() {
    return Arbitraries.strings()
        .withChars(TOKEN_CHARS + "[]:@ ,\t\r\n\u0000\"';=%\u00e4\u2024Bearer")
        .ofMaxLength(60)
        .map(text -> text.length() % 2 == 0 ? "Bearer " + text : text);
  }

  @Property
  void anyTokenIsReadAsItIs(@ForAll("tokens") String token) {
    assertThat(BearerToken.parse("Bearer " + token)).contains(token);
    assertThat(BearerToken.parse("bEARER  " + token)).contains(token);
  }

  @Property
  void nothingAroundATokenIsAccepted(
      @ForAll("tokens") String token, @ForAll("nearHeaders") String noise) {
    if (!noise.isEmpty() && !noise.matches("[A-Za-z0-9._~+/=-]+")) {
      assertThat(BearerToken.parse("Bearer " + token + noise)).isEmpty();
    }
    assertThat(BearerToken.parse(" Bearer " + token)).isEmpty();
    assertThat(BearerToken.parse("Bearer " + token + " ")).isEmpty();
    assertThat(BearerToken.parse("Bearer" + token)).isEmpty();
    assertThat(BearerToken.parse("Basic " + token)).isEmpty();
  }

  @Property
  void whatIsReadAsATokenIsTheWholeRest(@ForAll("nearHeaders") String header) {
    BearerToken.parse(header)
        .ifPresent(
            token ->
                assertThat(header.toLowerCase(Locale.ROOT))
                    .matches("bearer +\\Q" + token.toLowerCase(Locale.ROOT) + "\\E"));
  }

  @Property
  void longHeadersAreNothing(@ForAll @CharRange(from = 'a', to = 'z') @StringLength(600) String s) {
    assertThat(BearerToken.parse("Bearer " + s)).isEmpty();
    assertThat(HostHeader.parse(s)).isEmpty();
  }

  @Property
  void whatIsReadAsAHostIsWrittenTheSameWay(@ForAll("nearHeaders") String header) {
    HostHeader.parse(header)
        .ifPresent(
            host -> {
              String name = host.host().contains(":") ? "[" + host.host() + "]" : host.host();
              assertThat(header.toLowerCase(Locale.ROOT).replace("[", "").replace("]", ""))
                  .isIn(
                      name.replace("[", "").replace("]", ""),
                      name.replace("[", "").replace("]", "") + ":" + host.port());
              assertThat(host.port()).isBetween(1, 65535);
              assertThat(host.host()).matches("[a-z0-9._:-]+");
            });
  }

  @Property
  void namesAndPortsAreTakenApart(
      @ForAll @CharRange(from = 'a', to = 'z') @StringLength(min = 1, max = 20) String name,
      @ForAll @IntRange(min = 1, max = 99999) int port) {
    if (port <= 65535) {
      assertThat(HostHeader.parse(name + ":" + port)).contains(new HostHeader(name, port));
    } else {
      assertThat(HostHeader.parse(name + ":" + port)).isEmpty();
    }
    assertThat(HostHeader.parse(name)).contains(new HostHeader(name, 80));
    assertThat(HostHeader.parse(name + ":")).isEmpty();
    assertThat(HostHeader.parse(name + ":0" + port)).isEmpty();
    assertThat(HostHeader.parse(name + "/" + port)).isEmpty();
  }

  @Property
  void noTextIsMistakenForALoopbackAddress(@ForAll("nearHeaders") String text) {
    if (PeerAddress.isLoopback(text)) {
      assertThat(text).matches("127(\\.[0-9]{1,3}){3}|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\\]?");
    }
  }
}
