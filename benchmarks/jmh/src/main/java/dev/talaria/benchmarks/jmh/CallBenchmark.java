package dev.talaria.benchmarks.jmh;

import dev.talaria.api.CallResult;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolInfo;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A look-up and a whole call, over a direct call of the tool's method. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CallBenchmark {
  /** How many tools there are. */
  @Param({"10", "1000", "100000"})
  public int tools;

  /** Whether other tools come and go meanwhile. */
  @Param({"false", "true"})
  public boolean churn;

  private final Greeting greeting = new Greeting();
  private final Greeting.Args arguments = new Greeting.Args("Ada", 2, true);
  private final Map<String, Object> values = Map.of("name", "Ada", "times", 2, "loud", true);
  private Registry registry;

  /** Fills the registry. */
  @Setup(Level.Trial)
  public void fill() {
    registry = new Registry(tools, churn);
  }

  /** Empties it. */
  @TearDown(Level.Trial)
  public void empty() {
    registry.close();
  }

  /** What all is compared with. */
  @Benchmark
  public Object direct() {
    return greeting.call(arguments, null);
  }

  /** Finds a tool in the view of the moment. */
  @Benchmark
  public Optional<ToolInfo> lookUp(Names names) {
    return registry.session().view().find(names.next(registry.names()));
  }

  /** Calls with arguments as text, on a thread of the registry. */
  @Benchmark
  public CallResult call(Names names) {
    return checked(
        registry.session().call(ToolCall.of(names.next(registry.names()), Greeting.ARGUMENTS)));
  }

  /** Calls with arguments as text, on the caller's own thread. */
  @Benchmark
  public CallResult callHere(Names names) {
    ToolCall call = ToolCall.of(names.next(registry.names()), Greeting.ARGUMENTS);
    return checked(registry.session().call(call.runOnCallerThread()));
  }

  /** Calls with arguments as values, on the caller's own thread. */
  @Benchmark
  public CallResult callHereWithValues(Names names) {
    ToolCall call = ToolCall.of(names.next(registry.names()), values);
    return checked(registry.session().call(call.runOnCallerThread()));
  }

  private static CallResult checked(CallResult result) {
    if (result.failure().isPresent()) {
      throw new IllegalStateException(String.valueOf(result));
    }
    return result;
  }
}
