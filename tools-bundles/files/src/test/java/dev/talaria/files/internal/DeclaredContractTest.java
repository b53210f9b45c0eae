package dev.talaria.files.internal;

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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Calls as the runtime makes them: arguments as JSON, answers checked against their own schema. */
class DeclaredContractTest {
  @TempDir Path temp;
  private final JsonMapper mapper = JsonMappers.base();
  private FileTools tools;
  private TestContext session;

  @BeforeEach
  void setUp() throws Exception {
    Path work = Files.createDirectories(temp.toRealPath().resolve("work"));
    Files.writeString(work.resolve("a.txt"), "one\ntwo\n");
    tools = new FileTools(temp.toRealPath(), Map.of());
    session = TestContext.session(work);
  }

  @Test
  void answersFitTheirSchemas() throws Exception {
    assertThat(call("read_file", tools.read, ReadFile.Args.class, "{\"path\":\"a.txt\"}"))
        .contains("1|one");
    assertThat(call("read_file", tools.read, ReadFile.Args.class, "{\"path\":\"a.txt\"}"))
        .contains("unchanged");
    assertThat(
            call(
                "write_file",
                tools.write,
                WriteFile.Args.class,
                "{\"path\":\"b.txt\",\"content\":\"x\"}"))
        .contains("b.txt");
    assertThat(
            call(
                "patch",
                tools.patch,
                Patch.Args.class,
                "{\"path\":\"a.txt\",\"old_string\":\"two\",\"new_string\":\"2\"}"))
        .contains("-two");
    for (String mode : new String[] {"content", "files_only", "count"}) {
      assertThat(
              call(
                  "search_files",
                  tools.search,
                  SearchFiles.Args.class,
                  "{\"pattern\":\"one\",\"context\":1,\"output_mode\":\"" + mode + "\"}"))
          .contains("a.txt");
    }
    assertThat(
            call(
                "search_files",
                tools.search,
                SearchFiles.Args.class,
                "{\"pattern\":\"*.txt\",\"target\":\"find\"}"))
        .contains("b.txt");
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
