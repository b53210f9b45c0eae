package dev.talaria.registry.internal.table;

import dev.talaria.api.Subscription;
import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Finding;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.history.Departures;
import dev.talaria.registry.internal.history.Moment;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.table.Bracket.Happening;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.toolset.Catalog;
import java.time.InstantSource;
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

  private final InstantSource clock;
  private final Departures departures = new Departures();

  /** By owner, what is held back until its bracket is closed. Guarded by the lock. */
  private final Map<OwnerId, Bracket> brackets = new HashMap<>();

  /** Written under the lock. */
  private volatile ToolTable table = ToolTable.empty();

  /** What was found out about the tools of the table. Written under the lock, before the table. */
  private volatile Board board = Board.EMPTY;

  /** Hears without the lock of questions that tools may have begun or ceased to depend on. */
  private volatile Consumer<Set<Inquiry>> asker = concerned -> {};

  public TablePublisher(ChangeNotifier notifier) {
    this(notifier, InstantSource.system());
  }

  /**
   * Creates the publisher.
   *
   * @param clock says when tables are published, for those who ask later
   */
  public TablePublisher(ChangeNotifier notifier, InstantSource clock) {
    this.notifier = notifier;
    this.clock = clock;
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
      Moment moment = new Moment(table.generation(), clock.instant());
      EntryMap entries = table.map();
      Set<String> touched = new HashSet<>();
      for (String name : board.names(inquiry)) {
        NameEntry known = entries.get(name);
        NameEntry now = known.with(board, moment);
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

  /** Returns what is remembered of names that are gone. */
  public Departures departures() {
    return departures;
  }

  /** Applies one change. */
  public void apply(InputChange change) {
    apply(List.of(change));
  }

  /** Applies one change for a reason that it does not say itself. */
  public void apply(InputChange change, Occasion occasion) {
    happen(List.of(new Happening(change, occasion)));
  }

  /** Applies changes as one: at most one new generation. */
  public void apply(List<? extends InputChange> changes) {
    happen(changes.stream().map(change -> new Happening(change, Occasion.of(change))).toList());
  }

  /** Applies changes as one, for a reason that they do not say themselves. */
  public void apply(List<? extends InputChange> changes, Occasion occasion) {
    happen(changes.stream().map(change -> new Happening(change, occasion)).toList());
  }

  private void happen(List<Happening> happenings) {
    Published published;
    lock.lock();
    try {
      published = publish(withoutBracketed(happenings));
    } finally {
      lock.unlock();
    }
    finish(published);
  }

  private List<Happening> withoutBracketed(List<Happening> happenings) {
    if (brackets.isEmpty()) {
      return happenings;
    }
    // A candidate that is only described anew leads to the same tool.
    Set<Binding> staying = new HashSet<>();
    for (Happening happening : happenings) {
      if (happening.change() instanceof InputChange.Arrived arrived) {
        staying.add(arrived.candidate().binding());
      }
    }
    List<Happening> now = new ArrayList<>(happenings.size());
    for (Happening happening : happenings) {
      Bracket bracket = happening.change().owner().map(brackets::get).orElse(null);
      if (bracket == null) {
        now.add(happening);
        continue;
      }
      bracket.hold(happening);
      if (happening.change() instanceof InputChange.Left left
          && !staying.contains(left.candidate().binding())) {
        // The table keeps the entry; calls to what is gone wait for the end of the bracket.
        left.candidate().binding().detach();
      }
    }
    return now;
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
      InputChange arrival = new InputChange.Arrived(candidate);
      published = publish(withoutBracketed(List.of(new Happening(arrival, Occasion.of(arrival)))));
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
      if (brackets.putIfAbsent(owner, new Bracket()) != null) {
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
      published = publish(brackets.remove(owner).held());
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

  /**
   * An owner at one moment, under one policy.
   *
   * @param published the inputs of the published table, by which callers are served
   * @param pending as they will be when the owner's bracket is closed; else the same
   */
  public record OwnerView(Inputs published, Inputs pending) {}

  /** Returns how an owner is served now and will be when its bracket is closed. */
  public OwnerView ownerView(OwnerId owner) {
    lock.lock();
    try {
      return new OwnerView(table.inputs(), pending(owner));
    } finally {
      lock.unlock();
    }
  }

  private Inputs pending(OwnerId owner) {
    Bracket bracket = brackets.get(owner);
    return bracket == null ? table.inputs() : bracket.pending(table.inputs());
  }

  private Published publish(List<Happening> happenings) {
    Draft draft =
        new Draft(table, board, departures, new Moment(table.generation() + 1, clock.instant()));
    happenings.forEach(draft::happen);
    draft.resolve();
    board = draft.board();
    table = draft.table();
    if (!draft.touched().isEmpty()) {
      // Under the lock, so that the notifier hears of tables in their order; it only takes a note.
      notifier.note(table, draft.touched());
    }
    return new Published(draft.closing(), draft.asked());
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
