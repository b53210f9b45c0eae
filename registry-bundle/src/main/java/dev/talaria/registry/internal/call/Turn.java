package dev.talaria.registry.internal.call;

import java.util.concurrent.atomic.AtomicBoolean;

/** Runs an action once, whoever of several calls for it. */
final class Turn implements Runnable {
  private final Runnable action;
  private final AtomicBoolean taken = new AtomicBoolean();

  Turn(Runnable action) {
    this.action = action;
  }

  @Override
  public void run() {
    if (taken.compareAndSet(false, true)) {
      action.run();
    }
  }
}
