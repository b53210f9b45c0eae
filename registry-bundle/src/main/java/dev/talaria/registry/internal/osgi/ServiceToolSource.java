package dev.talaria.registry.internal.osgi;

import dev.talaria.api.Tool;
import dev.talaria.registry.internal.tool.ToolSource;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** Gets a tool from its service; Declarative Services makes the component then. */
final class ServiceToolSource implements ToolSource {
  private final BundleContext context;
  private final ServiceReference<?> reference;
  private final String className;

  /**
   * Creates the source.
   *
   * @param className that the manifest declares; empty: any
   */
  ServiceToolSource(BundleContext context, ServiceReference<?> reference, String className) {
    this.context = context;
    this.reference = reference;
    this.className = className;
  }

  @Override
  public Obtained obtain() throws ToolUnavailableException {
    Object service;
    try {
      service = context.getService(reference);
    } catch (RuntimeException | LinkageError e) {
      throw new ToolUnavailableException("its service cannot be obtained: " + e, e);
    }
    if (service == null) {
      throw new ToolUnavailableException(
          "its component could not be created: its class does not link, its constructor failed, or"
              + " it has just gone (the log has the stack trace)");
    }
    if (!(service instanceof Tool<?> tool)) {
      release();
      throw new ToolUnavailableException(
          "its service is a " + service.getClass().getName() + ", which is no tool");
    }
    if (!className.isEmpty() && !className.equals(service.getClass().getName())) {
      release();
      throw new ToolUnavailableException(
          "its service is a "
              + service.getClass().getName()
              + ", but the manifest declares "
              + className);
    }
    return new Obtained(tool, null);
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
