package dev.talaria.registry.internal.hook;

/**
 * One thread's stay in a hook: counted, interruptible by the call's end, with the hook's class
 * loader as the context's.
 */
final class HookVisit<H> implements AutoCloseable {
  private final HookHandle<H> handle;
  private final HookedTask task;
  private final Thread thread = Thread.currentThread();
  private final ClassLoader before = thread.getContextClassLoader();

  private HookVisit(HookHandle<H> handle, HookedTask task) {
    this.handle = handle;
    this.task = task;
  }

  /** Goes in; null: the hook is no longer used, or the call is answered. */
  static <H> HookVisit<H> into(HookHandle<H> handle, HookedTask task) {
    if (!handle.enter()) {
      return null;
    }
    if (!task.enterHook(handle)) {
      handle.exit();
      return null;
    }
    return new HookVisit<>(handle, task);
  }

  /** Returns the hook. */
  H hook() throws Exception {
    H hook = handle.object();
    thread.setContextClassLoader(hook.getClass().getClassLoader());
    return hook;
  }

  @Override
  public void close() {
    thread.setContextClassLoader(before);
    task.leaveHook();
    handle.exit();
  }
}
