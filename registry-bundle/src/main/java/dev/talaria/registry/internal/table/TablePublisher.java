package dev.talaria.registry.internal.table;

import dev.talaria.api.Subscription;
import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Finding;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.toolset.Catalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The one place where the inputs change: applies changes, resolves the names concerned, publishes
 * the new table, lets go of what left it, and tells the notifier.
 *
 * <p>Writers come on any thread and are ordered by the lock, under which only our own code runs.
 * Readers take the published table from a volatile field. Bindings are closed after the table
 * without them is published, so a call that meets a closed one finds its successor by reading
 * again.
 */
public final class TablePublisher {
  private final ReentrantLock lock = new ReentrantLock();
  private final ChangeNotifier notifier;

  /** By owner, what is held back until its bracket is closed. Guarded by the lock. */
  private final Map<OwnerId, List<InputChange>> brackets = new HashMap<>();

  /** Written under the lock. */
  private volatile ToolTable table = ToolTable.empty();

  /** What was found out about the tools of the table. Written under the lock, before the table. */
  private volatile Board board = Board.EMPTY;

  /** Hears without the lock of questions that tools may have begun or ceased to depend on. */
  private volatile Consumer<Set<Inquiry>> asker = concerned -> {};

  public TablePublisher(ChangeNotifier notifier) {
    this.notifier = notifier;
  }

  /** Returns the table as published last. */
  public ToolTable table() {
    return table;
  }

  /** Returns what was found out about the tools of the table. */
  public Board board() {
    return board;
  }

  /**
   * Sets who finds out what the conditions of tools depend on.
   *
   * @param listener told after each publication, without a lock, in no particular order
   */
  public void askBy(Consumer<Set<Inquiry>> listener) {
    asker = listener;
  }

  /**
   * Takes what was found out about a question; tools whose condition is another one now make a
   * table of the next epoch. Who stands is not touched by it.
   *
   * @param current gives what is known by now; asked under the lock
   */
  public void found(Inquiry inquiry, Supplier<Finding> current) {
    lock.lock();
    try {
      Finding finding = current.get();
      if (!board.isUsed(inquiry) || board.finding(inquiry).equals(finding)) {
        return;
      }
      board = board.with(inquiry, finding);
      EntryMap entries = table.map();
      Set<String> touched = new HashSet<>();
      for (String name : board.names(inquiry)) {
        NameEntry known = entries.get(name);
        NameEntry now = known.with(board);
        if (!now.condition().equals(known.condition())) {
          entries = entries.plus(name, now);
          touched.add(name);
        }
      }
      if (touched.isEmpty()) {
        return;
      }
      table = table.withConditions(entries);
      notifier.note(table, touched);
    } finally {
      lock.unlock();
    }
    notifier.wake();
  }

  /**
   * Changes what the names of toolsets mean; a change publishes a table of the next epoch.
   *
   * @param change gets the catalogue as it is, returns it as it shall be; only a function of it
   */
  public void applyCatalog(UnaryOperator<Catalog> change) {
    lock.lock();
    try {
      Catalog changed = change.apply(table.catalog());
      if (changed.equals(table.catalog())) {
        return;
      }
      table = table.withCatalog(changed);
      Set<String> all = new HashSet<>();
      table.entries().forEach(entry -> all.add(entry.resolution().name()));
      notifier.note(table, all);
    } finally {
      lock.unlock();
    }
    notifier.wake();
  }

  /** Applies one change. */
  public void apply(InputChange change) {
    apply(List.of(change));
  }

  /** Applies changes as one: at most one new generation. */
  public void apply(List<InputChange> changes) {
    Published published;
    lock.lock();
    try {
      published = publish(withoutBracketed(changes));
    } finally {
      lock.unlock();
    }
    finish(published);
  }

  private List<InputChange> withoutBracketed(List<InputChange> changes) {
    if (brackets.isEmpty()) {
      return changes;
    }
    List<InputChange> now = new ArrayList<>(changes.size());
    for (InputChange change : changes) {
      List<InputChange> held = change.owner().map(brackets::get).orElse(null);
      (held == null ? now : held).add(change);
      if (held != null && change instanceof InputChange.Left left && !staysBound(left, changes)) {
        // The table keeps the entry; calls to what is gone wait for the end of the bracket.
        left.candidate().binding().detach();
      }
    }
    return now;
  }

  /** Whether the candidate is only described anew and leads to the same tool. */
  private static boolean staysBound(InputChange.Left left, List<InputChange> changes) {
    return changes.stream()
        .anyMatch(
            change ->
                change instanceof InputChange.Arrived arrived
                    && arrived.candidate().binding() == left.candidate().binding());
  }

  /**
   * Applies the arrival of a candidate only if it will stand, once its deployment is promoted.
   *
   * @return how it fared; if it does not stand, nothing was changed
   */
  public Step arriveIfStanding(Candidate candidate) {
    Published published;
    Step step;
    lock.lock();
    try {
      Inputs supposed = pending(candidate.owner());
      Set<String> ignored = new HashSet<>();
      supposed =
          supposed
              .with(new InputChange.Promoted(candidate.owner(), candidate.deployment()), ignored)
              .with(new InputChange.Arrived(candidate), ignored);
      step = stepOf(candidate, Resolver.resolve(candidate.name(), supposed)).orElseThrow();
      if (!stands(step)) {
        return step;
      }
      published = publish(withoutBracketed(List.of(new InputChange.Arrived(candidate))));
    } finally {
      lock.unlock();
    }
    finish(published);
    return step;
  }

  private static boolean stands(Step step) {
    return switch (step.state()) {
      case ACTIVE, UNAVAILABLE, SUSPENDED -> true;
      case SHADOWED, REFUSED, STAGED -> false;
    };
  }

  /** Returns how a candidate fares in a resolution, if it is in it. */
  public static Optional<Step> stepOf(Candidate candidate, Resolution resolution) {
    return resolution.steps().stream()
        .filter(
            step -> step.contender().candidate().filter(c -> c.id() == candidate.id()).isPresent())
        .findFirst();
  }

  /**
   * Holds back the changes of an owner until the bracket is closed.
   *
   * @throws IllegalStateException if one is open already
   */
  public Subscription bracket(OwnerId owner) {
    lock.lock();
    try {
      if (brackets.putIfAbsent(owner, new ArrayList<>()) != null) {
        throw new IllegalStateException("a bracket of " + owner + " is open already");
      }
    } finally {
      lock.unlock();
    }
    AtomicBoolean open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false)) {
        endBracket(owner);
      }
    };
  }

  /** Returns whether what happens to this owner is held back now. */
  public boolean isBracketed(OwnerId owner) {
    lock.lock();
    try {
      return brackets.containsKey(owner);
    } finally {
      lock.unlock();
    }
  }

  private void endBracket(OwnerId owner) {
    Published published;
    List<Candidate> staying;
    lock.lock();
    try {
      published = publish(brackets.remove(owner));
      staying = List.copyOf(table.inputs().candidatesOf(owner));
    } finally {
      lock.unlock();
    }
    finish(published);
    // What was drained inside the bracket and is still there takes calls again.
    staying.forEach(candidate -> candidate.binding().resume());
  }

  /** Returns the inputs as they will be for an owner when its bracket is closed. */
  public Inputs pendingInputs(OwnerId owner) {
    lock.lock();
    try {
      return pending(owner);
    } finally {
      lock.unlock();
    }
  }

  private Inputs pending(OwnerId owner) {
    Inputs pending = table.inputs();
    Set<String> ignored = new HashSet<>();
    for (InputChange change : brackets.getOrDefault(owner, List.of())) {
      pending = pending.with(change, ignored);
    }
    return pending;
  }

  private Published publish(List<InputChange> changes) {
    ToolTable before = table;
    Inputs inputs = before.inputs();
    Set<String> concerned = new HashSet<>();
    List<Candidate> leaving = new ArrayList<>();
    Set<Binding> arriving = new HashSet<>();
    for (InputChange change : changes) {
      inputs = inputs.with(change, concerned);
      if (change instanceof InputChange.Left left) {
        leaving.add(left.candidate());
      } else if (change instanceof InputChange.Arrived arrived) {
        arriving.add(arrived.candidate().binding());
      }
    }
    EntryMap entries = before.map();
    Set<String> touched = new HashSet<>();
    Set<Inquiry> asked = new HashSet<>();
    for (String name : concerned) {
      Resolution resolution = Resolver.resolve(name, inputs);
      NameEntry known = entries.get(name);
      if (resolution.isEmpty()) {
        if (known != null) {
          depend(name, known, resolution, asked);
          entries = entries.minus(name);
          touched.add(name);
        }
      } else if (known == null || !known.resolution().equals(resolution)) {
        depend(name, known, resolution, asked);
        entries = entries.plus(name, new NameEntry(resolution, board, known));
        touched.add(name);
      }
    }
    table = touched.isEmpty() ? before.withInputs(inputs) : before.next(inputs, entries);
    if (!touched.isEmpty()) {
      // Under the lock, so that the notifier hears of tables in their order; it only takes a note.
      notifier.note(table, touched);
    }
    List<Binding> closing = new ArrayList<>(leaving.size());
    for (Candidate candidate : leaving) {
      if (!inputs.holds(candidate) && !arriving.contains(candidate.binding())) {
        closing.add(candidate.binding());
      }
    }
    return new Published(closing, asked);
  }

  /** Notes what the tools of a name depend on now, those below the standing one too. */
  private void depend(String name, NameEntry known, Resolution now, Set<Inquiry> asked) {
    Dependence before = known == null ? Dependence.NONE : Dependence.of(known.resolution());
    Dependence after = Dependence.of(now);
    board = after.replacing(before, name, board, asked);
  }

  private void finish(Published published) {
    published.closing().forEach(Binding::close);
    notifier.wake();
    if (!published.asked().isEmpty()) {
      asker.accept(published.asked());
    }
  }

  /** What is left to do once the lock is free. */
  private record Published(List<Binding> closing, Set<Inquiry> asked) {}
}
