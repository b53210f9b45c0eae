package dev.talaria.registry.internal.call;

import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.gate.Gates;
import dev.talaria.registry.internal.hook.HooksBefore;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far a call has come: what its hooks decided and about which tool, its places at gates. One
 * thread at a time works with it; handing a call over to another thread orders the two. Only the
 * places and the inbox are touched by whoever ends the call, and guarded by this object.
 */
final class CallProgress {
  private OwnerId decidedFor;
  private ToolDocument decidedAbout;
  private ObjectNode decidedArguments;
  private CompletableFuture<Elicitation> question;
  private OwnerId hooksFor;
  private ToolDocument hooksAbout;
  private HooksBefore hooks;

  /** Guarded by this. */
  private Gates.Place toolPlace;

  /** Guarded by this. */
  private Gates.Place ownerPlace;

  /** Guarded by this. Nobody will need a place any more. */
  private boolean over;

  /** Guarded by this. The call was ended: nobody is to wait for a next step. */
  private boolean woken;

  /** Guarded by this. What is to be done next by a caller that lends its thread. */
  private LinkedBlockingQueue<Runnable> inbox;

  /**
   * Returns the arguments with which hooks let the call through to this very tool: the same owner
   * and the same declaration. Their decision about another tool says nothing.
   */
  Optional<ObjectNode> decided(Binding binding) {
    return decidedArguments != null
            && binding.scope().owner().equals(decidedFor)
            && binding.document().equals(decidedAbout)
        ? Optional.of(decidedArguments)
        : Optional.empty();
  }

  /** Returns the way through hooks that was begun for this very tool, or begins one. */
  HooksBefore hooks(Binding binding, Supplier<HooksBefore> begun) {
    if (hooks == null
        || !binding.scope().owner().equals(hooksFor)
        || !binding.document().equals(hooksAbout)) {
      hooksFor = binding.scope().owner();
      hooksAbout = binding.document();
      hooks = begun.get();
    }
    return hooks;
  }

  /**
   * Keeps what hooks decided.
   *
   * @param asked the person's answer to come; null: nobody needs to be asked
   */
  void decide(Binding binding, ObjectNode arguments, CompletableFuture<Elicitation> asked) {
    decidedFor = binding.scope().owner();
    decidedAbout = binding.document();
    decidedArguments = arguments;
    question = asked;
  }

  /** Returns the person's answer to come; null: nobody needs to be asked. */
  CompletableFuture<Elicitation> question() {
    return question;
  }

  /**
   * Returns the place at a gate, taking one if there is none at this gate yet.
   *
   * @param made takes a place; empty: there is none to be had
   */
  Optional<Gates.Place> toolPlace(Gates.Key key, Supplier<Optional<Gates.Place>> made) {
    Optional<Gates.Place> known = keep(toolPlace(), key);
    return known.isPresent() ? known : keep(made.get(), true);
  }

  /** As {@link #toolPlace}, at the gate of the owner. */
  Optional<Gates.Place> ownerPlace(Gates.Key key, Supplier<Optional<Gates.Place>> made) {
    Optional<Gates.Place> known = keep(ownerPlace(), key);
    return known.isPresent() ? known : keep(made.get(), false);
  }

  private synchronized Gates.Place toolPlace() {
    return toolPlace;
  }

  private synchronized Gates.Place ownerPlace() {
    return ownerPlace;
  }

  private static Optional<Gates.Place> keep(Gates.Place place, Gates.Key key) {
    if (place == null) {
      return Optional.empty();
    }
    if (place.key().equals(key)) {
      return Optional.of(place);
    }
    place.leave();
    return Optional.empty();
  }

  private Optional<Gates.Place> keep(Optional<Gates.Place> place, boolean atTool) {
    boolean late;
    synchronized (this) {
      late = over;
      if (atTool) {
        toolPlace = place.orElse(null);
      } else {
        ownerPlace = place.orElse(null);
      }
    }
    if (late) {
      place.ifPresent(Gates.Place::leave);
    }
    return place;
  }

  /** Gives up the places. */
  void leavePlaces() {
    leavePlaces(false);
  }

  /** Gives up the places for good. */
  void end() {
    leavePlaces(true);
  }

  private void leavePlaces(boolean forGood) {
    Gates.Place one;
    Gates.Place other;
    synchronized (this) {
      one = ownerPlace;
      other = toolPlace;
      ownerPlace = null;
      toolPlace = null;
      over |= forGood;
    }
    if (one != null) {
      one.leave();
    }
    if (other != null) {
      other.leave();
    }
  }

  /** Returns what is to be done next by the caller whose thread this is; waits for it. */
  Runnable next() throws InterruptedException {
    return inbox().take();
  }

  /** Leaves the next step to the caller that lends its thread. */
  void next(Runnable step) {
    // Bounded by the ways in which a call can wait: one step for each.
    inbox().add(step);
  }

  /** Lets a caller that waits for the next step look whether there still is one. */
  synchronized void wake() {
    woken = true;
    if (inbox != null) {
      inbox.add(() -> {});
    }
  }

  private synchronized LinkedBlockingQueue<Runnable> inbox() {
    if (inbox == null) {
      inbox = new LinkedBlockingQueue<>();
      if (woken) {
        inbox.add(() -> {});
      }
    }
    return inbox;
  }
}
