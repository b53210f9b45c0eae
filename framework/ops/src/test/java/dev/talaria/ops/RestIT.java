package dev.talaria.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.ConnectedClients;
import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.PolicyView;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The API over HTTP, against the packed bundle. */
class RestIT {
  @TempDir static Path folder;
  private static Path workspace;
  private static OpsRuntime runtime;

  @BeforeAll
  static void start() throws Exception {
    workspace = Files.createDirectories(folder.resolve("workspace"));
    runtime = OpsRuntime.start(folder, Map.of(RuntimeProperties.WORKSPACE, workspace.toString()));
  }

  @AfterAll
  static void stop() throws Exception {
    runtime.close();
  }

  @BeforeEach
  void fresh() {
    runtime.registry.answers =
        call ->
            Optional.of(
                FakeRegistry.text("called " + call.name() + " with " + call.argumentsJson()));
    runtime.registry.calls.clear();
    runtime.settings.onUpdate = () -> {};
    runtime.settings.broken = false;
    runtime.clients.clear();
  }

  @Test
  void statusTellsEverything() throws Exception {
    runtime.clients.add(
        new ConnectedClients.Client("inspector", "home", "legacy", Instant.EPOCH, true));

    JsonNode status = runtime.json(runtime.get("/api/v1/status"), 200);

    assertThat(status.propertyNames())
        .containsExactly(
            "version",
            "pid",
            "started",
            "uptimeSeconds",
            "url",
            "mcpUrl",
            "home",
            "deployFolder",
            "workspace",
            "generation",
            "bundles",
            "tools",
            "toolsets",
            "clients",
            "problems",
            "background",
            "noAuth");
    String url = "http://127.0.0.1:" + runtime.port();
    assertThat(status.get("url").stringValue()).isEqualTo(url);
    assertThat(status.get("mcpUrl").stringValue()).isEqualTo(url + "/mcp");
    assertThat(status.get("pid").longValue()).isEqualTo(ProcessHandle.current().pid());
    assertThat(status.get("workspace").stringValue()).isEqualTo(workspace.toString());
    assertThat(status.get("deployFolder").stringValue())
        .isEqualTo(runtime.home.resolve("deploy").toString());
    assertThat(status.get("generation").longValue()).isEqualTo(7);
    assertThat(status.get("problems")).isEmpty();
    assertThat(status.get("clients").get(0).get("name").stringValue()).isEqualTo("inspector");
  }

  @Test
  void toolsAreThoseThatStandUnlessAllAreWanted() throws Exception {
    assertThat(names(runtime.get("/api/v1/tools"))).containsExactly("read_file", "terminal");
    assertThat(names(runtime.get("/api/v1/tools?all=true")))
        .containsExactly("read_file", "terminal", "terminal");
    assertThat(names(runtime.get("/api/v1/tools?toolset=files"))).containsExactly("read_file");
  }

  private static List<String> names(HttpResponse<String> response) {
    JsonNode body = runtime.json(response, 200);
    assertThat(body.get("generation").longValue()).isEqualTo(7);
    return body.get("tools").valueStream().map(row -> row.get("name").stringValue()).toList();
  }

  @Test
  void oneToolComesWithItsSchemasAndWhyWithItsSteps() throws Exception {
    JsonNode tool = runtime.json(runtime.get("/api/v1/tools/terminal"), 200);
    assertThat(tool.get("state").stringValue()).isEqualTo("UNAVAILABLE");
    assertThat(tool.get("reason").stringValue()).isEqualTo("not started");
    assertThat(tool.get("emoji").stringValue()).isEqualTo("🔧");
    assertThat(tool.get("annotations").get("destructive").booleanValue()).isTrue();
    assertThat(tool.get("inputSchema").get("type").stringValue()).isEqualTo("object");
    assertThat(tool.has("outputSchema")).isFalse();

    JsonNode why = runtime.json(runtime.get("/api/v1/tools/terminal/why"), 200);
    assertThat(why.get("reservedBy").stringValue()).isEqualTo("dev.talaria.terminal");
    assertThat(why.get("requiredOwner").isNull()).isTrue();
    assertThat(why.get("steps")).hasSize(2);
    assertThat(why.get("verdict").stringValue()).isEqualTo("A verdict.");
    assertThat(why.get("recent").get(0).get("what").stringValue()).isEqualTo("it stands");
    assertThat(why.get("steps").get(0).has("since")).isFalse();
    JsonNode since = runtime.json(runtime.get("/api/v1/tools/read_file"), 200).get("since");
    assertThat(since.toString())
        .isEqualTo(
            "{\"generation\":7,\"at\":\"2026-01-02T03:04:05Z\",\"event\":\"PROMOTED\","
                + "\"detail\":\"the deployment d1\"}");
  }

  @Test
  void definitionsAreExported() throws Exception {
    JsonNode all = runtime.json(runtime.get("/api/v1/definitions?format=mcp&strict=true"), 200);
    assertThat(all.toString())
        .isEqualTo(
            "{\"format\":\"mcp\",\"strict\":true,\"definitions\":[{\"name\":\"read_file\","
                + "\"description\":\"Does read_file.\",\"inputSchema\":{\"type\":\"object\","
                + "\"additionalProperties\":false}}],\"names\":[\"read_file\"],\"aliases\":{},"
                + "\"notes\":{\"read_file\":\"not strict: a reason\"}}");
    JsonNode none = runtime.json(runtime.get("/api/v1/definitions?format=openai&toolset=a,b"), 200);
    assertThat(none.get("definitions").isEmpty()).isTrue();
    assertThat(
            runtime
                .json(runtime.get("/api/v1/definitions?format=openai&toolset=a,files"), 200)
                .get("names")
                .size())
        .isEqualTo(1);
    assertThat(error(runtime.get("/api/v1/definitions"), 400)).contains("openai, anthropic, mcp");
    assertThat(error(runtime.get("/api/v1/definitions?format=OPENAI"), 400)).contains("format");
  }

  @Test
  void probesAreAskedAndTheOutcomeIsTold() throws Exception {
    JsonNode one = runtime.json(runtime.post("/api/v1/tools/terminal/probe", "{}"), 200);
    assertThat(one.get("state").stringValue()).isEqualTo("UNAVAILABLE");
    assertThat(one.get("reason").stringValue()).isEqualTo("not started");
    assertThat(one.get("probed").booleanValue()).isTrue();
    JsonNode all = runtime.json(runtime.post("/api/v1/probes", "{}"), 200);
    assertThat(all.get("tools")).hasSize(2);
    runtime.json(runtime.post("/api/v1/tools/nonsense/probe", "{}"), 404);
  }

  @Test
  void toolsetsAreListed() throws Exception {
    JsonNode toolset = runtime.json(runtime.get("/api/v1/toolsets"), 200).get("toolsets").get(0);
    assertThat(toolset.toString())
        .isEqualTo(
            "{\"name\":\"files\",\"description\":\"\",\"tools\":[\"read_file\"],\"includes\":[],"
                + "\"available\":1,\"origins\":[\"BUILTIN\"],\"definedBy\":\"TOOLS\"}");
  }

  @Test
  void aCallRunsAsTheHomeInTheDefaultWorkspace() throws Exception {
    JsonNode body =
        runtime.json(
            runtime.post(
                "/api/v1/tools/read_file/call", "{\"arguments\":{\"path\":\"ü\",\"n\":1.10}}"),
            200);

    assertThat(body.get("failure").isNull()).isTrue();
    assertThat(body.get("content").get(0).get("text").stringValue())
        .startsWith("called read_file with {\"path\":\"ü\",\"n\":1.1");
    assertThat(body.has("structured")).isFalse();
    assertThat(runtime.registry.opened).hasSize(1);
    assertThat(runtime.registry.opened.get(0).principal()).isEqualTo("home");
    assertThat(runtime.registry.opened.get(0).workspaceRoots())
        .containsExactly(workspace.toRealPath());
  }

  @Test
  void aCallsResultKeepsItsPiecesAndItsStructure() throws Exception {
    runtime.registry.answers =
        call ->
            Optional.of(
                new CallResult(
                    List.of(
                        new Content.Image(new byte[] {1, 2, 3}, "image/png"),
                        new Content.Link("u:1", "n", "d", "text/plain"),
                        new Content.EmbeddedText("u:2", "text/plain", "t")),
                    Optional.of("{\"a\":[1,2]}"),
                    Optional.of(CallResult.Failure.TIMEOUT)));

    JsonNode body = runtime.json(runtime.post("/api/v1/tools/read_file/call", "{}"), 200);

    assertThat(body.get("failure").stringValue()).isEqualTo("TIMEOUT");
    assertThat(body.get("structured").toString()).isEqualTo("{\"a\":[1,2]}");
    assertThat(body.get("content").get(0).toString())
        .isEqualTo("{\"type\":\"image\",\"data\":\"AQID\",\"mimeType\":\"image/png\"}");
    assertThat(body.get("content").get(1).get("type").stringValue()).isEqualTo("resource_link");
    assertThat(body.get("content").get(2).get("resource").get("text").stringValue()).isEqualTo("t");
  }

  @Test
  void aCallOfAnUnknownToolIsNotFound() throws Exception {
    runtime.registry.answers =
        call -> Optional.of(FakeRegistry.failure(CallResult.Failure.UNKNOWN_TOOL));
    assertThat(error(runtime.post("/api/v1/tools/nothing/call", "{}"), 404)).contains("nothing");
  }

  @Test
  void manyCallsThatTakeLongHoldNoThread() throws Exception {
    runtime.registry.answers = call -> Optional.empty();
    int calls = 300;
    List<CompletableFuture<HttpResponse<String>>> responses =
        IntStream.range(0, calls)
            .mapToObj(
                i -> runtime.sendAsync(runtime.postRequest("/api/v1/tools/read_file/call", "{}")))
            .toList();
    await().atMost(OpsRuntime.PATIENCE).until(() -> runtime.registry.calls.size() == calls);

    assertThat(runtime.get("/api/v1/status").statusCode()).isEqualTo(200);

    runtime.registry.calls.forEach(call -> call.result().complete(FakeRegistry.text("late")));
    for (CompletableFuture<HttpResponse<String>> response : responses) {
      assertThat(response.get(20, TimeUnit.SECONDS).body()).contains("late");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"arguments":{}          | cannot be read as JSON
          []                       | has to be a JSON object
          {"arguments":[]}         | 'arguments' of the body has to be a JSON object
          {"args":{}}              | unknown field 'args'
          {"arguments":{}} x       | cannot be read as JSON
          {"arguments":{"a":1,"a":2}} | a key stands twice
          ''                       | empty
          """)
  void badBodiesAreRefusedWithTheReason(String body, String reason) throws Exception {
    assertThat(error(runtime.post("/api/v1/tools/read_file/call", body), 400)).contains(reason);
    assertThat(runtime.registry.calls).isEmpty();
  }

  @Test
  void deepAndLongBodiesAreRefused() throws Exception {
    String deep = "{\"arguments\":" + "[".repeat(1_000_000);
    assertThat(error(runtime.post("/api/v1/tools/read_file/call", deep), 400)).contains("nesting");
    String longOne = "{\"arguments\":{\"a\":\"" + "x".repeat(10_000_000) + "\"}}";
    assertThat(error(runtime.post("/api/v1/tools/read_file/call", longOne), 413))
        .contains("8388608");
  }

  @Test
  void aBodyInAnotherEncodingIsRefused() throws Exception {
    HttpRequest latin =
        runtime
            .request("/api/v1/tools/read_file/call")
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    new byte[] {'{', '"', (byte) 0xe4, '"', ':', '1', '}'}))
            .build();
    assertThat(error(runtime.send(latin), 400)).contains("UTF-8");
  }

  @Test
  void bodiesOfOtherKindsAreRefused() throws Exception {
    HttpRequest form =
        runtime
            .request("/api/v1/policy")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("a=b"))
            .build();
    assertThat(error(runtime.send(form), 415)).contains("application/json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v1/tools/",
        "/api/v1/tools/a/b",
        "/api/v1/tools/%00",
        "/api/v1/tools/no_such"
      })
  void unknownPathsAreNotFound(String path) throws Exception {
    int status = runtime.get(path).statusCode();
    // A server may call a path malformed before anybody looks at it.
    assertThat(status).isIn(404, 400);
    assertThat(runtime.get("/api/v1/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void pathsThatLookEncodedDoNotReachAnotherRoute() throws Exception {
    for (String path :
        List.of("/api/v1/tools/..%2fstatus", "/api/v1/tools/%2e%2e/status", "/api/v1//status")) {
      assertThat(runtime.get(path).statusCode()).as(path).isIn(400, 404);
    }
  }

  @Test
  void otherMethodsAreRefusedWithTheOnesThatWork() throws Exception {
    HttpResponse<String> response = runtime.delete("/api/v1/tools");
    assertThat(error(response, 405)).contains("GET");
    assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
    assertThat(runtime.delete("/api/v1/config/a").statusCode()).isEqualTo(404);
    HttpResponse<String> patch =
        runtime.send(
            runtime
                .request("/api/v1/config/a")
                .method("PATCH", HttpRequest.BodyPublishers.noBody())
                .build());
    assertThat(patch.headers().firstValue("Allow")).contains("DELETE, GET, HEAD, POST");
  }

  @Test
  void headIsGetWithoutTheBody() throws Exception {
    HttpResponse<String> get = runtime.get("/api/v1/toolsets");
    HttpResponse<String> head =
        runtime.send(
            runtime
                .request("/api/v1/toolsets")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Content-Length"))
        .isEqualTo(get.headers().firstValue("Content-Length"));
    assertThat(get.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/tools?al=true", "/api/v1/tools?all=yes", "/api/v1/tools?all=true&all=false",
        "/api/v1/audit?tail=1001", "/api/v1/audit?tail=-1", "/api/v1/audit?after=x",
        "/api/v1/status?x"
      })
  void wrongParametersAreRefused(String path) throws Exception {
    assertThat(error(runtime.get(path), 400)).isNotEmpty();
  }

  @Test
  void aJarIsStreamedToTheDeployAgentAndItsRemovalToo() throws Exception {
    HttpRequest deploy =
        runtime
            .request("/api/v1/deploy?file=a.jar")
            .header("Content-Type", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> InputStream.nullInputStream()))
            .build();
    assertThat(runtime.json(runtime.send(deploy), 200).get("outcome").stringValue())
        .isEqualTo("ACTIVE");

    JsonNode bundles = runtime.json(runtime.get("/api/v1/bundles"), 200);
    assertThat(bundles.get("files").get(0).get("file").stringValue()).isEqualTo("a.jar");
    assertThat(bundles.get("files").get(0).get("tools").get(0).get("name").stringValue())
        .isEqualTo("a");
    assertThat(bundles.get("bundles").get(0).get("waitingFor").get(0).stringValue())
        .isEqualTo("x waits");

    JsonNode removed = runtime.json(runtime.delete("/api/v1/deploy/a.jar?forget=true"), 200);
    assertThat(removed.get("removed")).hasSize(1);
    assertThat(runtime.deployAgent.forgotten).isTrue();
    assertThat(runtime.delete("/api/v1/deploy/a.jar").statusCode()).isEqualTo(404);
    assertAudited("operator.deploy", "file", "a.jar");
    assertAudited("operator.forget", "file", "a.jar");
  }

  @Test
  void aJarWithABadNameOrOfTooManyBytesIsRefused() throws Exception {
    HttpRequest.Builder jar =
        runtime
            .request("/api/v1/deploy?file=..%2Fa.jar")
            .header("Content-Type", "application/octet-stream");
    assertThat(
            error(
                runtime.send(jar.POST(HttpRequest.BodyPublishers.ofByteArray(new byte[9])).build()),
                400))
        .contains("../a.jar");
    String tooLong =
        new RawHttp(runtime.port())
            .send(
                "POST /api/v1/deploy?file=b.jar HTTP/1.1",
                "Host: 127.0.0.1:" + runtime.port(),
                "Authorization: Bearer " + OpsRuntime.TOKEN,
                "Content-Type: application/octet-stream",
                "Content-Length: 268435457",
                "Connection: close");
    assertThat(tooLong).startsWith("HTTP/1.1 413");
    assertThat(runtime.deployAgent.lengths).doesNotContainKey("b.jar");
  }

  @Test
  void aFailedActionSaysWhy() throws Exception {
    assertThat(error(runtime.post("/api/v1/bundles/nobody/restart", ""), 404)).contains("nobody");
    synchronized (runtime.deployAgent) {
      runtime.deployAgent.lengths.put("c.jar", 1L);
    }
    assertThat(error(runtime.post("/api/v1/bundles/c.jar/restart", ""), 500))
        .contains("the disk is full");
    synchronized (runtime.deployAgent) {
      runtime.deployAgent.lengths.remove("c.jar");
    }
  }

  @Test
  void configurationIsChangedAndRemoved() throws Exception {
    JsonNode changed =
        runtime.json(
            runtime.post(
                "/api/v1/config/dev.talaria.weather~x",
                "{\"set\":{\"url\":[\"http://a\"],\"programs\":[\"a\",\"b\"]},\"unset\":[\"q\"]}"),
            200);
    assertThat(changed.toString())
        .isEqualTo(
            "{\"pid\":\"dev.talaria.weather~x\",\"file\":\"dev.talaria.weather~x.cfg\","
                + "\"values\":{\"programs\":[\"a\",\"b\"],\"url\":[\"http://a\"]},"
                + "\"problems\":[\"line 1: odd\"]}");
    assertThat(runtime.json(runtime.get("/api/v1/status"), 200).get("problems").toString())
        .isEqualTo("[\"line 1: odd\"]");
    assertThat(
            runtime
                .json(runtime.get("/api/v1/config"), 200)
                .get("configurations")
                .valueStream()
                .map(row -> row.get("pid").stringValue()))
        .contains("dev.talaria.weather~x");
    assertThat(runtime.get("/api/v1/config/dev.talaria.weather~x").statusCode()).isEqualTo(200);
    assertThat(runtime.delete("/api/v1/config/dev.talaria.weather~x").statusCode()).isEqualTo(204);
    assertThat(runtime.get("/api/v1/config/dev.talaria.weather~x").statusCode()).isEqualTo(404);
    assertAudited("operator.config", "set", "programs,url");
    assertThat(runtime.audit().tail(1000)).noneMatch(line -> line.contains("http://a"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                 | what to change
          {"set":{"a":"x"}}                  | list of strings
          {"set":{"a":[1]}}                  | strings
          {"set":{"a":["x"]},"unset":["a"]}  | both
          """)
  void badChangesAreRefused(String body, String reason) throws Exception {
    assertThat(error(runtime.post("/api/v1/config/dev.x", body), 400)).contains(reason);
  }

  @Test
  void aBadPidIsRefusedAndAFailedWriteSaysWhy() throws Exception {
    String body = "{\"set\":{\"a\":[\"b\"]}}";
    assertThat(error(runtime.post("/api/v1/config/a%20b", body), 400)).contains("no PID");
    runtime.settings.broken = true;
    assertThat(error(runtime.post("/api/v1/config/a", body), 500)).contains("the disk is full");
  }

  @Test
  void aPolicyChangeIsAnsweredWhenTheRegistryHasIt() throws Exception {
    runtime.settings.onUpdate =
        () ->
            CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS)
                .execute(
                    () ->
                        runtime.registry.policy =
                            List.of(
                                new PolicyView.Value(
                                    "dev.talaria.plugin~org.example.a",
                                    "override_tools",
                                    "a*, b",
                                    Optional.of("[a*, b]"),
                                    "file")));
    JsonNode policy =
        runtime.json(
            runtime.post(
                "/api/v1/policy",
                "{\"plugin\":\"org.example.a\",\"set\":{\"override_tools\":[\"a*\",\"b\"]}}"),
            200);
    assertThat(policy.get("applied").booleanValue()).isTrue();
    assertThat(policy.get("values").get(0).get("raw").stringValue()).isEqualTo("[a*, b]");
    assertAudited("operator.policy", "pid", "dev.talaria.plugin~org.example.a");
    assertThat(runtime.json(runtime.get("/api/v1/policy"), 200).get("values")).hasSize(1);
  }

  @Test
  void aPolicyChangeThatTheRegistryDoesNotReadIsSaidToBeOpen() throws Exception {
    runtime.registry.policy = List.of();
    JsonNode policy =
        runtime.json(
            runtime.post(
                "/api/v1/policy", "{\"plugin\":null,\"set\":{\"allow_tool_override\":[\"true\"]}}"),
            200);
    assertThat(policy.get("applied").booleanValue()).isFalse();
  }

  @Test
  void policyKnowsItsKeysAndPlugins() throws Exception {
    assertThat(
            error(
                runtime.post("/api/v1/policy", "{\"set\":{\"allow_tool_overide\":[\"true\"]}}"),
                400))
        .contains("no key of the policy");
    assertThat(
            error(
                runtime.post(
                    "/api/v1/policy", "{\"plugin\":\"../x\",\"set\":{\"enabled\":[\"true\"]}}"),
                400))
        .contains("no symbolic name");
  }

  @Test
  void theAuditTrailIsReadFromAnyPoint() throws Exception {
    for (int i = 0; i < 5; i++) {
      runtime.audit().record("test.event", Map.of("i", Integer.toString(i)));
    }
    await()
        .atMost(OpsRuntime.PATIENCE)
        .until(() -> runtime.audit().tail(1).get(0).contains("\"i\":\"4\""));
    JsonNode last = runtime.json(runtime.get("/api/v1/audit?tail=2"), 200).get("events");
    assertThat(last).hasSize(2);
    assertThat(last.get(1).get("i").stringValue()).isEqualTo("4");
    long sequence = last.get(1).get("seq").longValue();
    JsonNode after =
        runtime
            .json(runtime.get("/api/v1/audit?tail=2&after=" + (sequence - 4)), 200)
            .get("events");
    assertThat(after.valueStream().map(e -> e.get("i").stringValue())).containsExactly("1", "2");
    assertThat(runtime.get("/api/v1/audit?tail=0").body()).isEqualTo("{\"events\":[]}");
  }

  @Test
  void aMissingPartIsNamed() throws Exception {
    runtime.withdraw(DeployAgent.class.getName());
    try {
      assertThat(error(runtime.get("/api/v1/bundles"), 503)).contains("deploy agent");
      assertThat(runtime.get("/api/v1/tools").statusCode()).isEqualTo(200);
    } finally {
      runtime.provide(DeployAgent.class, runtime.deployAgent);
    }
    assertThat(runtime.get("/api/v1/bundles").statusCode()).isEqualTo(200);
  }

  @Test
  void theApiDescribesItself() throws Exception {
    JsonNode openApi = runtime.json(runtime.get("/api/v1/openapi.json"), 200);
    assertThat(openApi.get("paths").has("/tools/{name}/call")).isTrue();
  }

  @Test
  void theRootHasNothingYet() throws Exception {
    assertThat(runtime.get("/").statusCode()).isEqualTo(404);
  }

  private static void assertAudited(String kind, String key, String value) {
    await()
        .atMost(OpsRuntime.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(runtime.audit().tail(1000))
                    .anySatisfy(
                        line ->
                            assertThat(line)
                                .contains(
                                    "\"kind\":\"" + kind + "\"",
                                    "\"principal\":\"home\"",
                                    "\"" + key + "\":\"" + value + "\"")));
  }

  private static String error(HttpResponse<String> response, int status) {
    JsonNode body = runtime.json(response, status);
    assertThat(body.propertyNames()).containsExactly("error");
    return body.get("error").stringValue();
  }
}
