package dev.talaria.registry.internal.hook;

import dev.talaria.api.hook.HookedCall;

/** A call as its hooks need it: what they may know of it, and how its thread goes into them. */
public interface HookedTask {
  String callId();

  String sessionId();

  String principal();

  int depth();

  /**
   * Notes that this thread goes into a hook, so that the call's end can interrupt it there.
   *
   * @return false if the call is answered already
   */
  boolean enterHook(HookHandle<?> hook);

  /** Notes that this thread has come out of the hook. */
  void leaveHook();

  /** Returns whether the call was answered from outside: what its hooks say no longer matters. */
  boolean isEnded();

  /** Notes how hooks saw it last, for those that hear of its end. */
  void hooked(HookedCall seen);
}
