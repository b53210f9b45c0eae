package dev.talaria.mcp.server.internal.modern;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls whose clients were told to come back with answers. A state is good for one retry of the
 * same request by the same principal, within its time; a call that nobody comes back for is
 * cancelled then. The map is guarded by the object; calls are cancelled without it.
 */
public final class ParkedCalls {
  private static final int MAX_PARKED = 4096;
  private static final int MAX_PARKED_OF_ONE = 256;

  private record Place(ModernCall call, String principal, long endsMillis) {}

  private final RequestStates states = new RequestStates();
  private final Map<String, Place> places = new HashMap<>();

  /**
   * Returns the state by which a call can be taken up again; empty if there is no room.
   *
   * @param patience until it is too late
   */
  Optional<String> park(ModernCall call, String principal, String binding, Duration patience) {
    long ends = System.currentTimeMillis() + patience.toMillis();
    String ticket = states.newTicket();
    synchronized (this) {
      if (places.size() >= MAX_PARKED
          || places.values().stream().filter(p -> p.principal().equals(principal)).count()
              >= MAX_PARKED_OF_ONE) {
        return Optional.empty();
      }
      places.put(ticket, new Place(call, principal, ends));
    }
    return Optional.of(states.sign(ticket, ends, binding));
  }

  /** Returns the call that a state stands for, once. */
  Optional<ModernCall> take(String state, String binding) {
    return states
        .verify(state, binding, System.currentTimeMillis())
        .flatMap(
            ticket -> {
              synchronized (this) {
                return Optional.ofNullable(places.remove(ticket));
              }
            })
        .map(Place::call);
  }

  /** Cancels the calls that nobody has come back for. */
  public void endLate() {
    long now = System.currentTimeMillis();
    List<ModernCall> late = new ArrayList<>();
    synchronized (this) {
      places
          .values()
          .removeIf(
              place -> {
                boolean isLate = place.endsMillis() <= now;
                if (isLate) {
                  late.add(place.call());
                }
                return isLate;
              });
    }
    late.forEach(call -> call.abandon("the client did not come back with answers"));
  }
}
