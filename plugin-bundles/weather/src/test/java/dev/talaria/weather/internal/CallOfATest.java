package dev.talaria.weather.internal;

import dev.talaria.api.CallResult;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The context of a call, with nothing in it but time. */
record CallOfATest(Duration remaining) implements ToolContext {
  @Override
  public String callId() {
    return "1";
  }

  @Override
  public String toolName() {
    return "get_weather";
  }

  @Override
  public String sessionId() {
    return "test";
  }

  @Override
  public String principal() {
    return "test";
  }

  @Override
  public long sequence() {
    return 1;
  }

  @Override
  public List<Path> workspaceRoots() {
    return List.of();
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public Subscription onCancel(Runnable action) {
    return () -> {};
  }

  @Override
  public void progress(double progress, double total, String message) {}

  @Override
  public System.Logger log() {
    return System.getLogger("test");
  }

  @Override
  public Path dataFolder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<? extends T> initial) {
    return initial.get();
  }

  @Override
  public Elicitation ask(String question, String schemaJson) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CallResult call(String name, Object arguments) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CallResult callOverridden(Object arguments) {
    throw new UnsupportedOperationException();
  }
}
