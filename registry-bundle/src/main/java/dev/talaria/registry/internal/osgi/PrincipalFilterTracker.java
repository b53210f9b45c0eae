package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.PrincipalFilter;
import dev.talaria.api.Subscription;
import dev.talaria.registry.internal.session.PrincipalFilters;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * Brings the filters that core bundles offer to the sessions; deployed bundles do not see the type.
 */
record PrincipalFilterTracker(BundleContext context, PrincipalFilters filters)
    implements ServiceTrackerCustomizer<PrincipalFilter, Subscription> {
  @Override
  public Subscription addingService(ServiceReference<PrincipalFilter> reference) {
    PrincipalFilter filter = context.getService(reference);
    return filter == null ? null : filters.add(filter);
  }

  @Override
  public void modifiedService(
      ServiceReference<PrincipalFilter> reference, Subscription subscription) {
    // Its properties say nothing.
  }

  @Override
  public void removedService(
      ServiceReference<PrincipalFilter> reference, Subscription subscription) {
    subscription.close();
    context.ungetService(reference);
  }
}
