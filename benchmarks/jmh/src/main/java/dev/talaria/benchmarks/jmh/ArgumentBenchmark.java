package dev.talaria.benchmarks.jmh;

import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.JsonMappers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Accepting the arguments of one call. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ArgumentBenchmark {
  private final JsonMapper mapper = JsonMappers.base();
  private ArgumentSchema schema;
  private ObjectNode right;
  private ObjectNode incomplete;
  private ObjectNode asTexts;
  private ObjectNode wrong;

  /** Compiles the schema. */
  @Setup
  public void compile() throws InvalidSchemaException {
    schema = ArgumentSchema.compile(Greeting.SCHEMA, mapper);
    right = (ObjectNode) mapper.readTree(Greeting.ARGUMENTS);
    incomplete = (ObjectNode) mapper.readTree("{\"name\":\"Ada\",\"times\":2}");
    asTexts = (ObjectNode) mapper.readTree("{\"name\":\"Ada\",\"times\":\"2\",\"loud\":\"true\"}");
    wrong = (ObjectNode) mapper.readTree("{\"name\":\"Ada\",\"time\":2}");
  }

  /** Parsed, and right as they are. */
  @Benchmark
  public ArgumentOutcome right() {
    return schema.accept(right);
  }

  /** A default has to be filled in. */
  @Benchmark
  public ArgumentOutcome withDefault() {
    return schema.accept(incomplete);
  }

  /** As text, and right. */
  @Benchmark
  public ArgumentOutcome rightAsText() {
    return schema.accept(Greeting.ARGUMENTS);
  }

  /** What reading that text costs by itself. */
  @Benchmark
  public JsonNode parsing() {
    return mapper.readTree(Greeting.ARGUMENTS);
  }

  /** Values have to be turned, so the validator decides. */
  @Benchmark
  public ArgumentOutcome coerced() {
    return schema.accept(asTexts);
  }

  /** Wrong, so a message is worded. */
  @Benchmark
  public ArgumentOutcome wrong() {
    return schema.accept(wrong);
  }

  /** Compiling the schema, once for each tool. */
  @Benchmark
  public ArgumentSchema compiling() throws InvalidSchemaException {
    return ArgumentSchema.compile(Greeting.SCHEMA, mapper);
  }
}
