package dev.talaria.ops.internal.rest;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.ops.internal.http.HttpError;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The one session that calls over the API share, since they all come from the holder of the home's
 * token. Opened at the first call, and anew when another registry has taken the place of the one it
 * was opened with. Lock-free: of two threads that open one at a time, one closes its own again.
 */
final class HomeSession implements AutoCloseable {
  private static final Held ENDED = new Held(null, null);

  private final AtomicReference<Held> held = new AtomicReference<>();

  private record Held(RegistryAdmin registry, ToolSession session) {}

  ToolSession with(RegistryAdmin registry, Principal principal) {
    for (; ; ) {
      Held current = held.get();
      if (current == ENDED) {
        throw new HttpError(503, "The runtime is ending.");
      }
      if (current != null && current.registry() == registry) {
        return current.session();
      }
      Held fresh =
          new Held(
              registry,
              registry.openSession(
                  SessionSpec.of(
                      principal.name(),
                      "api",
                      ToolFilter.named(principal.toolsets()),
                      principal.workspaceRoots())));
      if (held.compareAndSet(current, fresh)) {
        close(current);
        return fresh.session();
      }
      close(fresh);
    }
  }

  @Override
  public void close() {
    close(held.getAndSet(ENDED));
  }

  private static void close(Held held) {
    if (held != null && held != ENDED) {
      held.session().close();
    }
  }
}
