package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.hook.HookSource;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** Gets a hook from its service; Declarative Services makes the component then. */
final class ServiceHookSource<H> implements HookSource<H> {
  private final BundleContext context;
  private final ServiceReference<H> reference;
  private final Class<H> type;

  ServiceHookSource(BundleContext context, ServiceReference<H> reference, Class<H> type) {
    this.context = context;
    this.reference = reference;
    this.type = type;
  }

  @Override
  public H obtain() {
    Object service = context.getService(reference);
    if (service == null) {
      throw new IllegalStateException(
          "its component could not be created, or it has just gone (the log has the reason)");
    }
    if (!type.isInstance(service)) {
      release();
      throw new IllegalStateException(
          "its service is a " + service.getClass().getName() + " of another " + type.getName());
    }
    return type.cast(service);
  }

  @Override
  public void release() {
    try {
      context.ungetService(reference);
    } catch (IllegalStateException e) {
      // The registry itself has stopped: the framework has given back everything.
      return;
    }
  }
}
