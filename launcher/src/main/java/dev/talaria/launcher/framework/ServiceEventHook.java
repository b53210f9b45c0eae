package dev.talaria.launcher.framework;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.hooks.service.EventListenerHook;
import org.osgi.framework.hooks.service.ListenerHook.ListenerInfo;

/** Keeps events of invisible services from listeners. */
final class ServiceEventHook implements EventListenerHook {
  private final ServiceVisibility visibility;

  ServiceEventHook(ServiceVisibility visibility) {
    this.visibility = visibility;
  }

  @Override
  public void event(ServiceEvent event, Map<BundleContext, Collection<ListenerInfo>> listeners) {
    for (Iterator<BundleContext> i = listeners.keySet().iterator(); i.hasNext(); ) {
      if (!hears(i.next(), event)) {
        i.remove();
      }
    }
  }

  private boolean hears(BundleContext listener, ServiceEvent event) {
    try {
      return visibility.isVisible(event.getServiceReference(), listener.getBundle());
    } catch (IllegalStateException e) {
      // Stopped meanwhile: its listener is about to go too.
      return false;
    }
  }
}
