package dev.talaria.launcher.framework;

import java.util.Collection;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.hooks.service.FindHook;

/** Leaves invisible services out of look-ups. */
final class ServiceFindHook implements FindHook {
  private final ServiceVisibility visibility;

  ServiceFindHook(ServiceVisibility visibility) {
    this.visibility = visibility;
  }

  @Override
  public void find(
      BundleContext context,
      String name,
      String filter,
      boolean allServices,
      Collection<ServiceReference<?>> references) {
    Bundle requester = context.getBundle();
    references.removeIf(service -> !visibility.isVisible(service, requester));
  }
}
