package dev.talaria.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.launcher.distribution.Distribution;
import dev.talaria.launcher.home.Home;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLinesTest {
  @TempDir private Path folder;
  private Home home;
  private String input = "";
  private String out;
  private String err;

  @BeforeEach
  void locate() throws IOException {
    home = new Home(folder.toRealPath().resolve("home"));
  }

  private int talaria(String... args) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    int code =
        CommandLines.execute(
            new CommandEnvironment(
                new PrintStream(outBytes, true, StandardCharsets.UTF_8),
                new PrintStream(errBytes, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                Map.of("TALARIA_HOME", home.toString()),
                folder,
                "/nowhere",
                () -> new Distribution(folder)),
            args);
    out = outBytes.toString(StandardCharsets.UTF_8);
    err = errBytes.toString(StandardCharsets.UTF_8);
    return code;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "tools nonsense x",
        "tools --nonsense",
        "tools call",
        "tools export",
        "tools export --format xml",
        "run --port many",
        "run --port 70000",
        "run --console",
        "connect nonsense",
        "policy set allow_tool_override=TRUE",
        "policy set something=true",
        "policy set allow_tool_override=true --tools x",
        "policy require terminal",
        "policy grant some.plugin everything",
        "config",
        "config set a.b novalue",
        "deploy"
      })
  void wrongUsageIsOneLineAndTwo(String line) {
    assertThat(talaria(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(out).isEmpty();
    assertThat(err).startsWith("talaria: ").contains("--help").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stop",
        "status",
        "tools",
        "tools list",
        "tools show x",
        "tools why x",
        "tools call x",
        "tools export --format mcp",
        "tools probe",
        "tools probe x",
        "toolsets",
        "bundles",
        "bundles restart x",
        "undeploy x",
        "audit"
      })
  void withoutARuntimeTheAnswerSaysHowToStartOne(String line) {
    assertThat(talaria(line.split(" "))).isEqualTo(1);
    assertThat(err)
        .isEqualTo(
            "talaria: no runtime is running for " + home + "; start one with `talaria run`\n");
    assertThat(home.root()).doesNotExist();
  }

  @Test
  void theVersionAndTheHelpNeedNothing() {
    assertThat(talaria("--version")).isZero();
    assertThat(out).matches("talaria [0-9].*\\R");
    assertThat(talaria("tools", "call", "--help")).isZero();
    assertThat(out).contains("Usage: talaria tools call");
  }

  @Test
  void theHomeMayStandBeforeAndAfterTheCommand() {
    String other = folder.resolve("other").toString();

    talaria("--home", other, "status");
    assertThat(err).contains(other);
    talaria("status", "--home=" + other);
    assertThat(err).contains(other);
    talaria("tools", "show", "x", "--home", other);
    assertThat(err).contains(other);
  }

  @Test
  void probesAreAskedForOneToolOrForAll() throws Exception {
    String ill = "{\"name\":\"a\",\"probed\":true,\"state\":\"UNAVAILABLE\",\"reason\":\"log in\"}";
    String well = "{\"name\":\"b\",\"probed\":true,\"state\":\"ACTIVE\",\"reason\":\"\"}";
    String none = "{\"name\":\"c\",\"probed\":false,\"state\":\"ACTIVE\",\"reason\":\"\"}";
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering("POST /api/v1/tools/c/probe", 200, none);
      runtime.answering("POST /api/v1/probes", 200, "{\"tools\":[" + ill + "," + well + "]}");

      assertThat(talaria("tools", "probe")).isEqualTo(1);
      assertThat(out).isEqualToNormalizingNewlines("a is UNAVAILABLE: log in\nb is ACTIVE\n");
      assertThat(talaria("tools", "probe", "c")).isZero();
      assertThat(out).isEqualToNormalizingNewlines("c is ACTIVE (it has no probe)\n");
      assertThat(talaria("tools", "probe", "c", "--json")).isZero();
      assertThat(out.replaceAll("\\s", "")).isEqualTo("[" + none + "]");
    }
  }

  @Test
  void whatToolsNeedIsShownWithWhatIsMissing() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering(
          "GET /api/v1/tools/a",
          200,
          "{\"name\":\"a\",\"requiresEnv\":[\"KEY\",\"PATH\"],\"missingEnv\":[\"KEY\"]}");

      assertThat(talaria("tools", "show", "a")).isZero();
      assertThat(out).contains("KEY, PATH (not set for the runtime: KEY)");
    }
  }

  @Test
  void toolsAreATableOrTheApisJson() throws Exception {
    String answer =
        "{\"generation\":1,\"tools\":[{\"name\":\"a\",\"toolset\":\"t\",\"origin\":\"PLUGIN\","
            + "\"owner\":\"o\",\"state\":\"REFUSED\",\"reason\":\"not granted\"}]}";
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering("GET /api/v1/tools?all=true&toolset=t%20u", 200, answer);

      assertThat(talaria("tools", "--all", "--toolset", "t u")).isZero();
      assertThat(out).contains("a     t        PLUGIN  o      REFUSED");
      assertThat(out).contains("a of o is REFUSED: not granted");
      assertThat(talaria("tools", "list", "--json", "--all", "--toolset", "t u")).isZero();
      assertThat(out.replaceAll("\\s", "")).isEqualTo(answer.replaceAll("\\s", ""));
    }
  }

  @Test
  void definitionsArePrintedAsAProviderTakesThem() throws Exception {
    String answer =
        "{\"format\":\"openai\",\"strict\":true,\"definitions\":[{\"minimum\":1.10},{\"b\":[]}],"
            + "\"names\":[\"a.a\",\"b\"],\"aliases\":{\"a.a\":\"a_a_x\"},"
            + "\"notes\":{\"b\":\"not strict: a reason\"}}";
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering(
          "GET /api/v1/definitions?format=openai&strict=true&toolset=t%2Cu", 200, answer);

      String[] line = {
        "tools", "export", "--format", "openai", "--strict", "--toolset", "t", "--toolset", "u"
      };
      assertThat(talaria(line)).isZero();
      assertThat(out.lines()).containsExactly("[", "{\"minimum\":1.10},", "{\"b\":[]}", "]");
      assertThat(err.lines())
          .containsExactly("a.a is called a_a_x here", "b: not strict: a reason");
      assertThat(
              talaria("tools", "export", "--format=openai", "--strict", "--toolset=t,u", "--json"))
          .isZero();
      assertThat(out.replaceAll("\\s", "")).isEqualTo(answer.replaceAll("\\s", ""));

      runtime.answering(
          "GET /api/v1/definitions?format=mcp&toolset=x",
          200,
          "{\"definitions\":[],\"aliases\":{},\"notes\":{}}");
      assertThat(talaria("tools", "export", "--format", "mcp", "--toolset", "x")).isZero();
      assertThat(out.lines()).containsExactly("[", "]");
      assertThat(err).contains("no tools in x");
    }
  }

  @Test
  void theTokenIsNotSentWhenTheRecordIsOfAnotherProcess() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.writeRecord(home, 1);

      assertThat(talaria("status")).isEqualTo(1);
      assertThat(err).contains("starting or stopping");
      assertThat(runtime.requests()).isEmpty();
    }
    Files.writeString(home.runtimeRecord(), "{\"pid\":1,\"url\":\"http://127.0.0.1:1\"}");

    assertThat(talaria("status")).isEqualTo(1);
    assertThat(err).contains("no runtime is running");
  }

  @Test
  void aResultIsPrintedOnceAndAFailureIsOne() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime
          .answering(
              "POST /api/v1/tools/text/call",
              200,
              "{\"failure\":null,\"content\":[{\"type\":\"text\",\"text\":\"hé\\nllo\"}]}")
          .answering(
              "POST /api/v1/tools/record/call",
              200,
              "{\"failure\":null,\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1}\"}],"
                  + "\"structured\":{\"a\":1}}")
          .answering(
              "POST /api/v1/tools/bad/call",
              200,
              "{\"failure\":\"TIMEOUT\",\"content\":[{\"type\":\"text\","
                  + "\"text\":\"{\\\"error\\\":\\\"too slow\\\"}\"}]}")
          .answering(
              "POST /api/v1/tools/picky/call",
              200,
              "{\"failure\":\"INVALID_ARGUMENTS\",\"content\":[{\"type\":\"text\","
                  + "\"text\":\"{\\\"error\\\":\\\"Invalid tool arguments\\\",\\\"message\\\":"
                  + "\\\"/a: too big\\\"}\"}]}");

      assertThat(talaria("tools", "call", "text")).isZero();
      assertThat(out).isEqualTo("hé\nllo\n");
      assertThat(talaria("tools", "call", "record", "{}")).isZero();
      assertThat(out.replaceAll("\\s", "")).isEqualTo("{\"a\":1}");
      assertThat(talaria("tools", "call", "bad", "{}")).isEqualTo(1);
      assertThat(out).isEmpty();
      assertThat(err).isEqualTo("talaria: bad failed: too slow (TIMEOUT)\n");
      assertThat(talaria("tools", "call", "picky", "{}")).isEqualTo(1);
      assertThat(err)
          .isEqualTo(
              "talaria: picky failed: Invalid tool arguments: /a: too big (INVALID_ARGUMENTS)\n");
      assertThat(talaria("tools", "call", "missing")).isEqualTo(1);
      assertThat(err).contains("there is no tool 'missing'");
    }
  }

  @Test
  void argumentsComeFromTheLineAFileOrTheInput() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering("POST /api/v1/tools/t/call", 200, "{\"failure\":null,\"content\":[]}");
      Files.writeString(folder.resolve("args.json"), "{\"from\":\"file\"}");
      input = "{\"from\":\"input\"}";

      assertThat(talaria("tools", "call", "t", "{\"from\":\"line\"}")).isZero();
      assertThat(talaria("tools", "call", "t", "@args.json")).isZero();
      assertThat(talaria("tools", "call", "t", "-")).isZero();
      assertThat(talaria("tools", "call", "t")).isZero();

      assertThat(runtime.requests())
          .extracting(request -> request.substring(request.indexOf('{')))
          .containsExactly(
              "{\"arguments\":{\"from\":\"line\"}}",
              "{\"arguments\":{\"from\":\"file\"}}",
              "{\"arguments\":{\"from\":\"input\"}}",
              "{\"arguments\":{}}");

      assertThat(talaria("tools", "call", "t", "{broken")).isEqualTo(1);
      assertThat(err).contains("the arguments are no JSON").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SUPERSEDED", "FAILED", "REFUSED", "WAITING", "PENDING", "PARKED"})
  void aDeployThatDoesNotRunIsOneWithTheReason(String outcome) throws Exception {
    Path jar = Files.writeString(folder.resolve("a.jar"), "jar");
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering(
          "POST /api/v1/deploy?file=a.jar",
          200,
          "{\"file\":\"a.jar\",\"outcome\":\"" + outcome + "\",\"reason\":\"because\"}");

      assertThat(talaria("deploy", jar.toString())).isEqualTo(1);
      assertThat(out).contains("a.jar: " + outcome).contains("because");
    }
  }

  @Test
  void aRefusedToolFailsADeployOnlyWhenStrict() throws Exception {
    Path jar = Files.writeString(folder.resolve("a.jar"), "jar");
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering(
          "POST /api/v1/deploy?file=a.jar",
          200,
          "{\"file\":\"a.jar\",\"outcome\":\"ACTIVE\",\"symbolicName\":\"a\",\"version\":\"1\","
              + "\"tools\":[{\"name\":\"terminal\",\"state\":\"REFUSED\",\"reason\":\"no\"}]}");

      assertThat(talaria("deploy", jar.toString())).isZero();
      assertThat(out).isEqualTo("a.jar: ACTIVE a 1\n  terminal REFUSED: no\n");
      assertThat(talaria("deploy", jar.toString(), "--strict")).isEqualTo(1);
    }
    assertThat(talaria("deploy", "missing.jar")).isEqualTo(1);
    assertThat(err).contains("missing.jar does not exist");
  }

  @Test
  void anErrorOfTheRuntimeIsPassedOnAsOneLine() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering("GET /api/v1/status", 503, "{\"error\":\"the registry\\nis not there\"}");

      assertThat(talaria("status")).isEqualTo(1);
      assertThat(err).isEqualTo("talaria: the registry is not there\n");
    }
  }

  @Test
  void thePolicyIsChangedLiveWhereARuntimeRuns() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime
          .answering("POST /api/v1/policy", 200, "{\"values\":[]}")
          .answering(
              "GET /api/v1/config/dev.talaria.registry",
              200,
              "{\"pid\":\"dev.talaria.registry\",\"values\":{\"required_owner\":[\"a=b\",\"x=y\"]}}");

      assertThat(
              talaria(
                  "policy", "set", "allow_tool_override=true", "--plugin", "p", "--tools", "a,b*"))
          .isZero();
      assertThat(talaria("policy", "require", "a", "c")).isZero();
      assertThat(talaria("policy", "grant", "p", "toolsets", "approve")).isZero();
      assertThat(runtime.requests())
          .anySatisfy(
              r ->
                  assertThat(r)
                      .contains("\"allow_tool_override\":[\"true\"]")
                      .contains("\"override_tools\":[\"a\",\"b*\"]")
                      .contains("\"plugin\":\"p\""))
          .anySatisfy(r -> assertThat(r).contains("\"required_owner\":[\"x=y\",\"a=c\"]"))
          .anySatisfy(r -> assertThat(r).contains("\"grants\":[\"toolsets\",\"approve\"]"));
    }
  }

  @Test
  void thePolicyIsWrittenToItsFilesWhereNoneRuns() throws Exception {
    assertThat(
            talaria(
                "policy", "set", "allow_tool_override=true", "--plugin", "p", "--tools", "a,b*"))
        .isZero();
    assertThat(talaria("policy", "require", "terminal", "p")).isZero();
    assertThat(talaria("policy", "grant", "p", "toolsets")).isZero();

    assertThat(Files.readString(home.etc().resolve("dev.talaria.plugin~p.cfg")))
        .containsPattern("allow_tool_override *= *true")
        .containsPattern("override_tools *= *a, b\\*")
        .containsPattern("grants *= *toolsets");
    assertThat(talaria("policy")).isZero();
    assertThat(out).contains("terminal=p");

    for (String nonsense : List.of("a,b=c", "a b", "")) {
      assertThat(talaria("policy", "require", "terminal", nonsense)).isEqualTo(2);
    }
    assertThat(talaria("policy", "require", "a=b", "p")).isEqualTo(2);
    assertThat(talaria("policy", "require", "terminal", "--none")).isZero();
    assertThat(talaria("policy", "revoke", "p", "toolsets")).isZero();
    assertThat(talaria("policy")).isZero();
    assertThat(out).doesNotContain("terminal=p", "toolsets");
  }

  private static String filter(String enabled, String disabled) {
    return "{\"values\":[{\"pid\":\"dev.talaria.toolsets\",\"key\":\"enabled\",\"effective\":\""
        + enabled
        + "\"},{\"pid\":\"dev.talaria.toolsets\",\"key\":\"disabled\",\"effective\":\""
        + disabled
        + "\"}]}";
  }

  @Test
  @DisplayName("L8 tools are disabled and enabled live, by names that are checked")
  void toolsAreSwitchedLiveWhereARuntimeRuns() throws Exception {
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime
          .answering(
              "GET /api/v1/config/dev.talaria.toolsets",
              200,
              "{\"pid\":\"dev.talaria.toolsets\",\"file\":\"f\",\"problems\":[],"
                  + "\"values\":{\"enabled\":[\"web\"],\"disabled\":[\"gone\",\"patch\"]}}")
          .answering("GET /api/v1/toolsets", 200, "{\"toolsets\":[{\"name\":\"web\"}]}")
          .answering(
              "GET /api/v1/tools?all=true",
              200,
              "{\"tools\":[{\"name\":\"patch\",\"toolset\":\"file\",\"owner\":\"o\"},"
                  + "{\"name\":\"mcp__s_1__find\",\"toolset\":\"mcp-s-1\",\"owner\":\"mcp:s-1\"}]}")
          .answering("POST /api/v1/config/dev.talaria.toolsets", 200, "{}");

      runtime.answering("GET /api/v1/policy", 200, filter("web", "gone, patch, s-1:find, web"));
      assertThat(talaria("tools", "disable", "web", "s-1:find")).isZero();
      assertThat(runtime.requests())
          .as("the runtime is asked whether it has taken it")
          .last()
          .asString()
          .startsWith("GET /api/v1/policy");
      assertThat(runtime.requests())
          .filteredOn(request -> request.startsWith("POST"))
          .last()
          .asString()
          .contains("\"set\":{\"disabled\":[\"gone\",\"patch\",\"web\",\"s-1:find\"]}");
      runtime.answering("GET /api/v1/policy", 200, filter("patch, web", "gone"));
      assertThat(talaria("tools", "enable", "patch")).isZero();
      assertThat(runtime.requests())
          .filteredOn(request -> request.startsWith("POST"))
          .last()
          .asString()
          .contains("\"enabled\":[\"web\",\"patch\"]", "\"disabled\":[\"gone\"]");

      int before = runtime.requests().size();
      assertThat(talaria("tools", "disable", "web", "pach")).isEqualTo(1);
      assertThat(err).contains("no toolset, tool or SERVER:TOOL 'pach'; there is patch");
      assertThat(runtime.requests().subList(before, runtime.requests().size()))
          .noneMatch(request -> request.startsWith("POST"));
      runtime.answering("GET /api/v1/policy", 200, filter("gone, web", "patch"));
      assertThat(talaria("tools", "enable", "gone")).as("what is written can be undone").isZero();
    }
  }

  @Test
  @DisplayName("L8 tools are disabled and enabled in the file where no runtime runs")
  void toolsAreSwitchedInTheFileWhereNoneRuns() throws Exception {
    Path file = home.etc().resolve("dev.talaria.toolsets.cfg");

    assertThat(talaria("tools", "disable", "web", "srv:find")).isZero();
    Files.writeString(file, "# mine\n" + Files.readString(file));
    assertThat(talaria("tools", "disable", "web", "patch")).isZero();
    assertThat(Files.readString(file))
        .startsWith("# mine")
        .containsPattern("disabled *= *web, *srv:find, *patch");
    assertThat(talaria("tools", "enable", "web", "patch")).isZero();
    assertThat(Files.readString(file))
        .containsPattern("disabled *= *srv:find")
        .doesNotContain("web");
    assertThat(talaria("tools", "enable", "srv:find")).isZero();
    assertThat(Files.readString(file)).startsWith("# mine").doesNotContain("disabled");

    Files.writeString(file, "disabled = ${broken");
    assertThat(talaria("tools", "disable", "web")).isEqualTo(1);
    assertThat(Files.readString(file)).isEqualTo("disabled = ${broken");
    assertThat(talaria("tools", "disable")).isEqualTo(2);
    assertThat(talaria("stdio", "--tool-search", "maybe")).isEqualTo(2);
  }

  @Test
  void configurationIsListedSetAndUnset() {
    assertThat(talaria("config", "set", "a.b", "k=v", "list=x,y\\,z")).isZero();
    assertThat(talaria("config", "get", "a.b")).isZero();
    assertThat(out).isEqualTo("k = v\nlist = x, y,z\n");
    assertThat(talaria("config", "list")).isZero();
    assertThat(out).contains("a.b.cfg");
    assertThat(talaria("config", "unset", "a.b", "k")).isZero();
    assertThat(talaria("config", "unset", "a.b", "k")).isEqualTo(1);
    assertThat(talaria("config", "unset", "a.b")).isZero();
    assertThat(talaria("config", "get", "a.b")).isEqualTo(1);
  }

  @Test
  void connectSpeaksOfTheRunningRuntimeOrOfTheUsualAddress() throws Exception {
    assertThat(talaria("connect", "curl")).isZero();
    assertThat(out).contains("http://127.0.0.1:8420/mcp");
    try (StubRuntime runtime = new StubRuntime(home)) {
      for (String client :
          new String[] {
            "inspector",
            "claude-code",
            "claude-desktop",
            "vscode",
            "cursor",
            "curl",
            "java",
            "typescript"
          }) {
        assertThat(talaria("connect", client)).isZero();
        assertThat(out).doesNotContain("@URL", "@TOKEN", "@HOME", "@COMMAND", "8420").isNotBlank();
      }
      assertThat(runtime.requests()).isEmpty();
    }
  }

  @Test
  void aPortInUseAndAnOpenHostAreRefusedBeforeAnythingStarts() throws Exception {
    Files.createDirectories(folder.resolve("bundles"));
    Files.writeString(folder.resolve("bundles/core.list"), "1 " + "a".repeat(64) + " x.jar\n");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(talaria("run", "--port", port)).isEqualTo(1);
      assertThat(err).contains("port " + port + " of 127.0.0.1").contains("--port N");
    }
    assertThat(talaria("run", "--host", "0.0.0.0")).isEqualTo(1);
    assertThat(err).contains("named tokens");
    assertThat(talaria("run", "--workspace", folder.toString())).isEqualTo(1);
    assertThat(err).contains("contains the home folder");
  }

  @Test
  void theDoctorWarnsOfAnOpenTerminal() throws Exception {
    talaria("doctor");
    assertThat(out).doesNotContain("warning");
    Files.createDirectories(home.etc());
    Files.writeString(home.etc().resolve("dev.talaria.terminal.cfg"), "approval = allow\n");

    talaria("doctor");

    assertThat(out)
        .contains("warning  terminal")
        .contains("approval=allow in dev.talaria.terminal.cfg")
        .contains("safe-terminal");
  }

  @Test
  void theDoctorShowsTheWorkspaceOfTheRuntimeThatRuns() throws Exception {
    talaria("doctor");
    assertThat(out).contains("workspace");
    try (StubRuntime runtime = new StubRuntime(home)) {
      runtime.answering("GET /api/v1/status", 200, "{\"workspace\":\"/somewhere/else\"}");

      talaria("doctor");

      assertThat(out)
          .contains("/somewhere/else, of the running runtime")
          .doesNotContain("when started from here");
    }
  }

  @Test
  void theDoctorFindsADamagedDistribution() {
    assertThat(talaria("doctor")).isEqualTo(1);
    assertThat(out).contains("problem  distribution").contains("core.list is missing");
    assertThat(talaria("doctor", "--json")).isEqualTo(1);
    assertThat(out).contains("\"findings\"");
  }
}
