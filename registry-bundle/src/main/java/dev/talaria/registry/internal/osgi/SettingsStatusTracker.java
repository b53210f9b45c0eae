package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.SettingsStatus;
import dev.talaria.api.Subscription;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The service that knows of unreadable files, while there is one. A tracker rather than a reference
 * of the component, so that the very first reading of the policy knows of it.
 */
final class SettingsStatusTracker
    implements ServiceTrackerCustomizer<SettingsStatus, SettingsStatusTracker.Known>,
        AutoCloseable {
  /** The service and what ends our listening to it. */
  record Known(SettingsStatus status, Subscription subscription) {}

  private final BundleContext context;
  private final ServiceTracker<SettingsStatus, Known> tracker;

  /** Set before the action runs, which the tracker's own answer is not. */
  private final AtomicReference<SettingsStatus> current = new AtomicReference<>();

  private final AtomicReference<Runnable> onChange = new AtomicReference<>(() -> {});

  SettingsStatusTracker(BundleContext context) {
    this.context = context;
    this.tracker = new ServiceTracker<>(context, SettingsStatus.class, this);
  }

  /** Begins; the action runs after each change, and after the service came or went. */
  void open(Runnable action) {
    onChange.set(action);
    tracker.open();
  }

  /** Returns the service, or null while there is none. */
  SettingsStatus service() {
    return current.get();
  }

  @Override
  public Known addingService(ServiceReference<SettingsStatus> reference) {
    SettingsStatus status = context.getService(reference);
    if (status == null) {
      return null;
    }
    current.set(status);
    Runnable action = onChange.get();
    Known known = new Known(status, status.onChange(action));
    action.run();
    return known;
  }

  @Override
  public void modifiedService(ServiceReference<SettingsStatus> reference, Known known) {
    // Its properties say nothing.
  }

  @Override
  public void removedService(ServiceReference<SettingsStatus> reference, Known known) {
    current.compareAndSet(known.status(), null);
    known.subscription().close();
    context.ungetService(reference);
    onChange.get().run();
  }

  @Override
  public void close() {
    onChange.set(() -> {});
    tracker.close();
  }
}
