package dev.talaria.launcher.stdio;

import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Takes the lines of an event stream and hands on the data of each event. Called by one thread at a
 * time, as the flow's contract says. Asks for one line after the other, so a slow client holds the
 * stream back instead of filling memory.
 */
final class SseLines implements Flow.Subscriber<String> {
  // One message; the runtime bounds what it sends.
  private static final int MAX_EVENT_CHARS = 64 * 1024 * 1024;

  private final Consumer<String> onData;
  private final StringBuilder data = new StringBuilder();
  private Flow.Subscription lines;

  SseLines(Consumer<String> onData) {
    this.onData = onData;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    lines = subscription;
    lines.request(1);
  }

  @Override
  public void onNext(String line) {
    if (line.isEmpty()) {
      if (data.length() > 0) {
        onData.accept(data.toString());
        data.setLength(0);
      }
    } else if (line.startsWith("data:")) {
      String value = line.startsWith("data: ") ? line.substring(6) : line.substring(5);
      if (data.length() + value.length() > MAX_EVENT_CHARS) {
        lines.cancel();
        return;
      }
      data.append(data.length() == 0 ? "" : "\n").append(value);
    }
    lines.request(1);
  }

  @Override
  public void onError(Throwable failure) {
    // The exchange's future fails with it, and that is where it is handled.
  }

  @Override
  public void onComplete() {
    // An event that was not ended is no event (HTML, "Server-sent events").
  }
}
