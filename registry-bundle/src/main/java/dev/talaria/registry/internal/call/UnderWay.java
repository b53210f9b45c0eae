package dev.talaria.registry.internal.call;

import java.util.ArrayList;
import java.util.List;

/**
 * The calls that are not answered yet. In stripes, each with its own lock, so that callers on
 * different threads do not meet; the links are in the calls, so that nothing is allocated.
 */
final class UnderWay {
  private static final int STRIPES = 64;

  private final Stripe[] stripes = new Stripe[STRIPES];

  /** A circle of calls that begins and ends here; guarded by this. */
  static final class Stripe {
    private CallTask first;

    /** Keeps two stripes out of one cache line. */
    @SuppressWarnings("unused")
    private long p1, p2, p3, p4, p5, p6, p7;
  }

  UnderWay() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  void add(CallTask task) {
    // Ids of threads are consecutive: threads that are at work together get different stripes.
    Stripe stripe = stripes[(int) Thread.currentThread().getId() & (STRIPES - 1)];
    synchronized (stripe) {
      task.stripe = stripe;
      task.next = stripe.first;
      if (stripe.first != null) {
        stripe.first.previous = task;
      }
      stripe.first = task;
    }
  }

  void remove(CallTask task) {
    Stripe stripe = task.stripe;
    synchronized (stripe) {
      if (task.previous == null) {
        stripe.first = task.next;
      } else {
        task.previous.next = task.next;
      }
      if (task.next != null) {
        task.next.previous = task.previous;
      }
      task.next = null;
      task.previous = null;
    }
  }

  boolean isEmpty() {
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        if (stripe.first != null) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the calls; each that was there before and still is, is among them. */
  List<CallTask> all() {
    List<CallTask> all = new ArrayList<>();
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        for (CallTask task = stripe.first; task != null; task = task.next) {
          all.add(task);
        }
      }
    }
    return all;
  }
}
