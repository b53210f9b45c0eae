package dev.talaria.registry.internal.osgi;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What bundles got from the registry and what ends with them: registrations, sessions,
 * subscriptions. Lock-free.
 */
final class BundleResources {
  private static final Logger LOG = LoggerFactory.getLogger(BundleResources.class);

  private final Map<Bundle, Set<AutoCloseable>> kept = new ConcurrentHashMap<>();

  void keep(Bundle bundle, AutoCloseable resource) {
    kept.compute(
        bundle,
        (b, known) -> {
          Set<AutoCloseable> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(resource);
          return all;
        });
  }

  void forget(Bundle bundle, AutoCloseable resource) {
    kept.computeIfPresent(
        bundle,
        (b, all) -> {
          all.remove(resource);
          return all.isEmpty() ? null : all;
        });
  }

  /** Ends what a bundle got. */
  void end(Bundle bundle) {
    Set<AutoCloseable> all = kept.remove(bundle);
    if (all == null) {
      return;
    }
    for (AutoCloseable resource : all) {
      try {
        resource.close();
      } catch (Exception e) {
        LOG.warn("A registration, session or subscription of {} could not be ended", bundle, e);
      }
    }
  }
}
