package dev.talaria.terminal.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.CallResult;
import dev.talaria.api.Tool;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.OutputSchema;
import dev.talaria.pipeline.ResultShaper;
import dev.talaria.pipeline.ToolDocument;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Calls as the runtime makes them: arguments as JSON, answers checked against their own schema. */
class DeclaredContractTest {
  @TempDir Path temp;
  private final JsonMapper mapper = JsonMappers.base();
  private TerminalTools tools;
  private TestContext session;

  @BeforeEach
  void setUp() throws Exception {
    Path work = Files.createDirectories(temp.toRealPath().resolve("work"));
    tools = new TerminalTools(temp.toRealPath(), Map.of("approval", "allow"));
    session = TestContext.session(work);
  }

  @AfterEach
  void tearDown() throws Exception {
    session.endSession();
  }

  @Test
  void answersFitTheirSchemas() throws Exception {
    assertThat(terminal("{\"command\":\"echo one\"}")).contains("one");
    String started = terminal("{\"command\":\"cat\",\"background\":true,\"workdir\":\".\"}");
    String id = mapper.readTree(started).get("session_id").asString();
    assertThat(process("{\"action\":\"list\"}")).contains(id);
    assertThat(process("{\"action\":\"submit\",\"session_id\":\"" + id + "\",\"data\":\"hello\"}"))
        .contains("Written");
    assertThat(process("{\"action\":\"close\",\"session_id\":\"" + id + "\"}")).contains(id);
    assertThat(process("{\"action\":\"wait\",\"session_id\":\"" + id + "\"}")).contains("hello");
    assertThat(process("{\"action\":\"log\",\"session_id\":\"" + id + "\",\"offset\":0}"))
        .contains("hello");
    assertThat(process("{\"action\":\"kill\",\"session_id\":\"" + id + "\"}")).contains("exited");
  }

  private String terminal(String json) throws Exception {
    return call("terminal", tools.terminal, Terminal.Args.class, json);
  }

  private String process(String json) throws Exception {
    return call("process", tools.process, ProcessControl.Args.class, json);
  }

  private <A> String call(String name, Tool<A> tool, Class<A> type, String json) throws Exception {
    ToolDocument document;
    try (InputStream in =
        getClass().getClassLoader().getResourceAsStream("OSGI-INF/tools/" + name + ".json")) {
      document = ToolDocument.read(in.readAllBytes(), mapper);
    }
    ArgumentOutcome outcome = ArgumentSchema.compile(document.inputSchema(), mapper).accept(json);
    assertThat(outcome).isInstanceOf(ArgumentOutcome.Accepted.class);
    A arguments = mapper.treeToValue(((ArgumentOutcome.Accepted) outcome).arguments(), type);
    Optional<OutputSchema> schema =
        Optional.of(OutputSchema.compile(document.outputSchema().orElseThrow(), mapper));
    CallResult result =
        new ResultShaper().shape(name, tool.call(arguments, session.next()), mapper, schema);
    assertThat(result.failure()).as(result.text()).isEmpty();
    assertThat(result.text()).doesNotContain("null");
    return result.text();
  }
}
