package dev.talaria.registry.internal.table;

import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is held back of an owner's changes. Guarded by the publisher's lock. */
final class Bracket {
  private final List<Happening> held = new ArrayList<>();

  /** What the table says so far, with the held changes up to {@link #applied}. */
  private Inputs base = Inputs.EMPTY;

  private Inputs pending = Inputs.EMPTY;
  private int applied;

  /** A change and why it is made. */
  record Happening(InputChange change, Occasion occasion) {}

  void hold(Happening happening) {
    held.add(happening);
  }

  List<Happening> held() {
    return held;
  }

  /** Returns the inputs as they will be; only what came since the last time is applied anew. */
  Inputs pending(Inputs published) {
    if (base != published) {
      base = published;
      pending = published;
      applied = 0;
    }
    Set<String> ignored = new HashSet<>();
    for (; applied < held.size(); applied++) {
      pending = pending.with(held.get(applied).change(), ignored);
    }
    return pending;
  }
}
