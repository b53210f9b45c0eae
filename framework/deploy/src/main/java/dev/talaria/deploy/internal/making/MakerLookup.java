package dev.talaria.deploy.internal.making;

import dev.talaria.admin.BundleMaker;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Finds the maker of bundles when it is wanted for the first time: it is a core bundle, which does
 * not go, and most runtimes never want it. Thread-safe.
 */
public final class MakerLookup implements Supplier<Optional<BundleMaker>> {
  private final BundleContext context;
  private volatile BundleMaker found;

  public MakerLookup(BundleContext context) {
    this.context = context;
  }

  /** Returns the maker; empty if the distribution has none. */
  @Override
  public Optional<BundleMaker> get() {
    if (found == null) {
      ServiceReference<BundleMaker> reference = context.getServiceReference(BundleMaker.class);
      found = reference == null ? null : context.getService(reference);
    }
    return Optional.ofNullable(found);
  }
}
