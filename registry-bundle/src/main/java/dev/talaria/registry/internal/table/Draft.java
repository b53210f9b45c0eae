package dev.talaria.registry.internal.table;

import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.availability.Verdict;
import dev.talaria.registry.internal.history.Departures;
import dev.talaria.registry.internal.history.Moment;
import dev.talaria.registry.internal.history.NameHistory;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.table.Bracket.Happening;
import dev.talaria.registry.internal.tool.Binding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The next table in the making. Used once, by one thread, under the publisher's lock. */
final class Draft {
  private final ToolTable before;
  private final Departures departures;
  private final Moment moment;
  private final Map<String, Occasion> concerned = new HashMap<>();
  private final List<Candidate> leaving = new ArrayList<>();
  private final Set<Binding> arriving = new HashSet<>();
  private final Set<String> touched = new HashSet<>();
  private final Set<Inquiry> asked = new HashSet<>();
  private Inputs inputs;
  private EntryMap entries;
  private Board board;

  Draft(ToolTable before, Board board, Departures departures, Moment moment) {
    this.before = before;
    this.inputs = before.inputs();
    this.entries = before.map();
    this.board = board;
    this.departures = departures;
    this.moment = moment;
  }

  /** Takes a change of the inputs. */
  void happen(Happening happening) {
    Set<String> names = new HashSet<>();
    inputs = inputs.with(happening.change(), names);
    // What happened last to a name is what made it so.
    names.forEach(name -> concerned.put(name, happening.occasion()));
    if (happening.change() instanceof InputChange.Left left) {
      leaving.add(left.candidate());
    } else if (happening.change() instanceof InputChange.Arrived arrived) {
      arriving.add(arrived.candidate().binding());
    }
  }

  /** Resolves the names that the changes concern. */
  void resolve() {
    concerned.forEach(this::resolve);
  }

  private void resolve(String name, Occasion occasion) {
    Resolution resolution = Resolver.resolve(name, inputs);
    NameEntry known = entries.get(name);
    if (known == null ? resolution.isEmpty() : known.resolution().equals(resolution)) {
      return;
    }
    touched.add(name);
    depend(name, known, resolution);
    NameHistory past = known == null ? departures.recall(name) : known.history();
    NameHistory history =
        past.next(
            Optional.ofNullable(known).map(NameEntry::resolution), resolution, moment, occasion);
    if (resolution.isEmpty()) {
      departures.remember(name, history);
      entries = entries.minus(name);
    } else {
      entries = entries.plus(name, new NameEntry(resolution, board, history, known));
    }
  }

  /** Notes what the tools of a name depend on now, those below the standing one too. */
  private void depend(String name, NameEntry known, Resolution now) {
    Dependence past = known == null ? Dependence.NONE : Dependence.of(known.resolution());
    Board former = board;
    board = Dependence.of(now).replacing(past, name, board, asked);
    if (known != null && known.isCallable() && now.isCallable()) {
      firstProbe(known.resolution(), now)
          .filter(probe -> !former.isUsed(probe))
          .ifPresent(probe -> board = board.with(probe, Verdict.AVAILABLE));
    }
  }

  /**
   * Returns the probe that a new version of the standing tool brings where the version before had
   * none. The tool could be called, so it can be until the first answer: an update leaves no gap.
   */
  private static Optional<Inquiry> firstProbe(Resolution before, Resolution now) {
    Contender old = before.top().orElseThrow();
    Contender next = now.top().orElseThrow();
    return old.owner().equals(next.owner()) && probe(old).isEmpty()
        ? probe(next)
        : Optional.empty();
  }

  private static Optional<Inquiry> probe(Contender contender) {
    return NameEntry.bindingOf(contender)
        .flatMap(binding -> binding.companions().probe())
        .map(Inquiry::probe);
  }

  /** Returns the table; of the same generation if nothing came out differently. */
  ToolTable table() {
    return touched.isEmpty() ? before.withInputs(inputs) : before.next(inputs, entries);
  }

  Board board() {
    return board;
  }

  /** Returns the names that something else came out for. */
  Set<String> touched() {
    return touched;
  }

  /** Returns the questions that tools may have begun or ceased to depend on. */
  Set<Inquiry> asked() {
    return asked;
  }

  /** Returns the bindings that the table no longer holds. */
  List<Binding> closing() {
    List<Binding> closing = new ArrayList<>(leaving.size());
    for (Candidate candidate : leaving) {
      if (!inputs.holds(candidate) && !arriving.contains(candidate.binding())) {
        closing.add(candidate.binding());
      }
    }
    return closing;
  }
}
