package dev.talaria.benchmarks.jmh;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Where a thread is on its way through all names, in an order that caches cannot foresee. */
@State(Scope.Thread)
public class Names {
  private static final int STRIDE = 7919;

  private int index;

  String next(String[] names) {
    index = (index + STRIDE) % names.length;
    return names[index];
  }
}
