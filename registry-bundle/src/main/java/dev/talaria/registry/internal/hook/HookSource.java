package dev.talaria.registry.internal.hook;

/**
 * Where the object of a hook comes from. Both methods may run foreign code.
 *
 * @param <H> the kind of hook
 */
public interface HookSource<H> {
  /**
   * Fetches the object, which may create it.
   *
   * @return not null
   * @throws Exception if there is none; the message says why
   */
  H obtain() throws Exception;

  /** Gives back what {@link #obtain} returned; called once after each success. */
  void release();
}
