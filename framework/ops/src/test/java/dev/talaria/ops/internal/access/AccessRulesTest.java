package dev.talaria.ops.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Decision;
import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.AccessControl.Request;
import dev.talaria.ops.internal.clients.SecretHash;
import dev.talaria.ops.internal.environment.HttpAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessRulesTest {
  private static final String HOME = "home-token-home-token-home-token-home-token";
  private static final String ISSUED = "issued-token-issued-token-issued-token";
  private static final Path WORKSPACE = Path.of("/workspace");
  private static final List<HttpAddress> LISTENING = List.of(new HttpAddress("127.0.0.1", 8420));

  private static AccessRules rules(boolean noAuth, String boundHost) {
    return new AccessRules(
        Optional.of(SecretHash.of(HOME)),
        token ->
            token.equals(ISSUED)
                ? Optional.of(new Principal("client:1", false, Set.of("files"), List.of()))
                : Optional.empty(),
        List.of(WORKSPACE),
        noAuth,
        boundHost);
  }

  private static Request request(
      Area area, String authorization, String host, String origin, String peer) {
    return new Request(area, authorization, host, origin, peer);
  }

  /** What is decided, in a word: the principal's name or the status. */
  private static String verdict(AccessRules rules, Request request, List<HttpAddress> listening) {
    Decision decision = rules.decide(request, listening);
    if (decision instanceof Decision.Granted granted) {
      return granted.principal().name();
    }
    Decision.Denied denied = (Decision.Denied) decision;
    assertThat(denied.message()).isNotEmpty().doesNotContain(HOME).doesNotContain(ISSUED);
    return Integer.toString(denied.status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # area | token | host            | origin                  | peer             | verdict
          API    | HOME  | 127.0.0.1:8420  | -                       | 127.0.0.1        | home
          API    | HOME  | localhost:8420  | -                       | 127.0.0.1        | home
          API    | HOME  | LOCALHOST:8420  | -                       | 127.0.0.1        | home
          API    | HOME  | [::1]:8420      | -                       | [::1]            | home
          API    | HOME  | 127.0.0.1:8420  | -                       | ::ffff:127.0.0.1 | home
          API    | HOME  | 127.0.0.1:8420  | -                       | 10.0.0.7         | 403
          API    | HOME  | 127.0.0.1:8420  | -                       | localhost        | 403
          API    | HOME  | 127.0.0.1:8420  | -                       | ''               | 403
          API    | HOME  | 127.0.0.1       | -                       | 127.0.0.1        | 403
          API    | HOME  | 127.0.0.1:80    | -                       | 127.0.0.1        | 403
          API    | HOME  | 127.0.0.1:08420 | -                       | 127.0.0.1        | 403
          API    | HOME  | 127.0.0.2:8420  | -                       | 127.0.0.1        | 403
          API    | HOME  | 0.0.0.0:8420    | -                       | 127.0.0.1        | 403
          API    | HOME  | localhost.evil.example:8420 | -           | 127.0.0.1        | 403
          API    | HOME  | localhost.:8420 | -                       | 127.0.0.1        | 403
          API    | HOME  | evil.example    | -                       | 127.0.0.1        | 403
          API    | HOME  | -               | -                       | 127.0.0.1        | 403
          API    | HOME  | ''              | -                       | 127.0.0.1        | 403
          API    | HOME  | localhost:8420, evil | -                  | 127.0.0.1        | 403
          API    | HOME  | user@localhost:8420 | -                   | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | http://localhost:8420   | 127.0.0.1        | home
          API    | HOME  | 127.0.0.1:8420  | http://localhost:8420   | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | http://localhost:84200  | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | http://localhost:8420.evil.example | 127.0.0.1 | 403
          API    | HOME  | localhost:8420  | http://localhost        | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | https://localhost:8420  | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | http://localhost:8420/  | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | null                    | 127.0.0.1        | 403
          API    | HOME  | localhost:8420  | ''                      | 127.0.0.1        | 403
          API    | HOME  | [::1]:8420      | http://[::1]:8420       | ::1              | home
          API    | -     | localhost:8420  | -                       | 127.0.0.1        | 401
          API    | WRONG | localhost:8420  | -                       | 127.0.0.1        | 401
          API    | BASIC | localhost:8420  | -                       | 127.0.0.1        | 401
          API    | TWICE | localhost:8420  | -                       | 127.0.0.1        | 401
          API    | WRONG | evil.example    | -                       | 127.0.0.1        | 403
          API    | ISSUED | localhost:8420 | -                       | 127.0.0.1        | 403
          MCP    | ISSUED | localhost:8420 | -                       | 127.0.0.1        | client:1
          MCP    | ISSUED | localhost:8420 | -                       | 192.168.1.2      | 403
          MCP    | HOME  | localhost:8420  | -                       | 127.0.0.1        | home
          MCP    | -     | localhost:8420  | -                       | 127.0.0.1        | 401
          PUBLIC | -     | localhost:8420  | -                       | 10.0.0.7         | public
          PUBLIC | -     | evil.example    | -                       | 127.0.0.1        | 403
          PUBLIC | HOME  | localhost:8420  | http://evil.example     | 127.0.0.1        | 403
          """)
  void decides(Area area, String token, String host, String origin, String peer, String expected) {
    Request request = request(area, authorization(token), host, origin, peer);
    assertThat(verdict(rules(false, "127.0.0.1"), request, LISTENING)).isEqualTo(expected);
  }

  private static String authorization(String token) {
    if (token == null) {
      return null;
    }
    return switch (token) {
      case "HOME" -> "Bearer " + HOME;
      case "ISSUED" -> "bearer " + ISSUED;
      case "WRONG" -> "Bearer " + HOME + "x";
      case "BASIC" -> "Basic " + HOME;
      case "TWICE" -> "Bearer " + HOME + ", Bearer " + HOME;
      default -> throw new IllegalArgumentException(token);
    };
  }

  @Test
  void thePrincipalsAreWhatTheirTokensStandFor() {
    AccessRules rules = rules(false, "127.0.0.1");
    Request home = request(Area.MCP, "Bearer " + HOME, "localhost:8420", null, "127.0.0.1");
    assertThat(rules.decide(home, LISTENING))
        .isEqualTo(new Decision.Granted(new Principal("home", true, Set.of(), List.of(WORKSPACE))));
    Request issued = request(Area.MCP, "Bearer " + ISSUED, "localhost:8420", null, "127.0.0.1");
    assertThat(rules.decide(issued, LISTENING))
        .isEqualTo(
            new Decision.Granted(new Principal("client:1", false, Set.of("files"), List.of())));
  }

  @Test
  void theBoundHostIsAHostToo() {
    List<HttpAddress> listening = List.of(new HttpAddress("tools.example", 80));
    AccessRules rules = rules(false, "tools.example");
    Request request = request(Area.PUBLIC, null, "Tools.Example", null, "10.0.0.7");
    assertThat(verdict(rules, request, listening)).isEqualTo("public");
    Request withOrigin =
        request(Area.PUBLIC, null, "tools.example", "http://tools.example", "10.0.0.7");
    assertThat(verdict(rules, withOrigin, listening)).isEqualTo("public");
  }

  @ParameterizedTest
  @EnumSource(Area.class)
  void nothingIsGrantedWhileTheServersAddressIsUnknown(Area area) {
    Request request = request(area, "Bearer " + HOME, "localhost:8420", null, "127.0.0.1");
    assertThat(verdict(rules(true, "127.0.0.1"), request, List.of())).isEqualTo("403");
  }

  @Test
  void withoutATokenFileNobodyHasTheHomesToken() {
    AccessRules rules =
        new AccessRules(Optional.empty(), token -> Optional.empty(), List.of(), false, "127.0.0.1");
    for (String token : List.of("null", "Optional.empty", HOME)) {
      Request request = request(Area.API, "Bearer " + token, "localhost:8420", null, "127.0.0.1");
      assertThat(verdict(rules, request, LISTENING)).isEqualTo("401");
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "MCP, -, 127.0.0.1, 127.0.0.1, anonymous",
        "MCP, -, localhost, localhost, anonymous",
        "MCP, -, ::1, ::1, anonymous",
        "MCP, WRONG, 127.0.0.1, 127.0.0.1, 401",
        "MCP, HOME, 127.0.0.1, 127.0.0.1, home",
        "API, -, 127.0.0.1, 127.0.0.1, 401",
        // What the operator wrote and where the server listens have to agree.
        "MCP, -, '', 127.0.0.1, 401",
        "MCP, -, 0.0.0.0, 127.0.0.1, 401",
        "MCP, -, 127.0.0.1, 10.0.0.7, 401",
        "MCP, -, 10.0.0.7, 10.0.0.7, 401",
      })
  void noAuthLiftsTheTokenForMcpOnLoopbackOnly(
      Area area, String token, String boundHost, String listensOn, String expected) {
    List<HttpAddress> listening = List.of(new HttpAddress(listensOn, 8420));
    Request request = request(area, authorization(token), "localhost:8420", null, "127.0.0.1");
    assertThat(verdict(rules(true, boundHost), request, listening)).isEqualTo(expected);
  }

  @Test
  void noAuthDoesNotLiftTheTokenForOtherMachines() {
    Request request = request(Area.MCP, null, "localhost:8420", null, "192.168.1.2");
    assertThat(verdict(rules(true, "127.0.0.1"), request, LISTENING)).isEqualTo("401");
  }

  @Test
  void theAnonymousHaveTheDefaultWorkspaceAndAreNotTheHome() {
    Request request = request(Area.MCP, null, "localhost:8420", null, "127.0.0.1");
    assertThat(rules(true, "127.0.0.1").decide(request, LISTENING))
        .isEqualTo(
            new Decision.Granted(new Principal("anonymous", false, Set.of(), List.of(WORKSPACE))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "127.255.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"})
  void loopbackAddresses(String address) {
    assertThat(PeerAddress.isLoopback(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "128.0.0.1",
        "::2",
        "localhost",
        "",
        "127.0.0.1.",
        "127.1",
        "1270.0.0.1",
        "127.0.0.1.evil.example",
        "2130706433",
        "cafe",
        "[127.0.0.1",
        "::1 ",
        "1:2:3"
      })
  void otherAddresses(String address) {
    assertThat(PeerAddress.isLoopback(address)).isFalse();
  }
}
