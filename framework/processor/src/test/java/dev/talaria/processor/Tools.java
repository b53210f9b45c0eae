package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.talaria.api.CallResult;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.OutputSchema;
import dev.talaria.pipeline.ResultShaper;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.processor.Compilation.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tools that were compiled with the processor and loaded, each with one parameter and a result of
 * one field, both called {@code a}. What is sent and answered goes the way that it goes in the
 * runtime: schema of the document, pipeline, mapper.
 */
final class Tools implements AutoCloseable {
  private static final JsonMapper MAPPER = JsonMappers.base();

  private final Compilation compilation;
  private final URLClassLoader loader;

  private Tools(Compilation compilation, URLClassLoader loader) {
    this.compilation = compilation;
    this.loader = loader;
  }

  /** Compiles a tool for each type; the further types are members of the outer class. */
  static Tools of(Path output, List<String> components, String... furtherTypes) {
    List<String> lines = new ArrayList<>();
    lines.add("package x;");
    lines.add("import dev.talaria.api.*;");
    lines.add("import java.net.*;");
    lines.add("import java.nio.file.Path;");
    lines.add("import java.math.*;");
    lines.add("import java.time.*;");
    lines.add("import java.util.*;");
    lines.add("import org.osgi.service.component.annotations.Component;");
    lines.add("public final class All {");
    lines.addAll(List.of(furtherTypes));
    for (int i = 0; i < components.size(); i++) {
      lines.add("@Component");
      lines.add("@ToolSpec(name = \"t" + i + "\", toolset = \"s\", description = \"d\")");
      lines.add("public static final class T" + i + " implements Tool<T" + i + ".Args> {");
      lines.add("  public record Args(" + components.get(i) + " a) {}");
      lines.add("  public record Result(" + components.get(i) + " a) {}");
      lines.add("  @Override public Result call(Args args, ToolContext context) {");
      lines.add("    return new Result(args.a());");
      lines.add("  }");
      lines.add("}");
    }
    lines.add("}");
    Compilation compilation =
        Compilation.of(output, Source.of("x.All", lines.toArray(String[]::new)));
    assertThat(compilation.messages()).isEmpty();
    try {
      URL[] classes = {output.toUri().toURL()};
      return new Tools(compilation, new URLClassLoader(classes, Tools.class.getClassLoader()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ToolDocument document(int tool) throws Exception {
    return ToolDocument.read(compilation.text("t" + tool).getBytes(StandardCharsets.UTF_8), MAPPER);
  }

  /** Returns what the tool would get as its parameter. */
  Object accept(int tool, String json) throws Exception {
    ArgumentOutcome outcome = outcome(tool, json);
    assertThat(outcome).as(json).isInstanceOf(ArgumentOutcome.Accepted.class);
    ObjectNode arguments = ((ArgumentOutcome.Accepted) outcome).arguments();
    Class<?> type = loader.loadClass("x.All$T" + tool + "$Args");
    Object bound = MAPPER.readerFor(MAPPER.constructType(type)).readValue(arguments);
    var accessor = type.getMethod("a");
    return accessor.invoke(bound);
  }

  /** Returns what the pipeline says to the parameter. */
  ArgumentOutcome outcome(int tool, String json) throws Exception {
    return ArgumentSchema.compile(document(tool).inputSchema(), MAPPER)
        .accept("{\"a\":" + json + "}");
  }

  /** Returns the JSON of the field when the tool answers with this value. */
  JsonNode answer(int tool, Object value) throws Exception {
    Class<?> type = loader.loadClass("x.All$T" + tool + "$Result");
    Object result = type.getConstructors()[0].newInstance(value);
    String schema = document(tool).outputSchema().orElseThrow();
    CallResult shaped =
        new ResultShaper()
            .shape("t" + tool, result, MAPPER, Optional.of(OutputSchema.compile(schema, MAPPER)));
    assertThat(shaped.failure()).as(shaped.text()).isEmpty();
    JsonNode json = MAPPER.readTree(shaped.structuredJson().orElseThrow());
    assertThat(strictProblems(schema, json)).as(json.toString()).isEmpty();
    return json.path("a");
  }

  /** Clients check formats too. */
  private static List<String> strictProblems(String schema, JsonNode json) {
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder ->
                builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()))
        .getSchema(MAPPER.readTree(schema))
        .validate(json)
        .stream()
        .map(Object::toString)
        .toList();
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
