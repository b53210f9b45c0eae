package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.model.CoreDeclaration;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.table.TablePublisher;
import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.util.tracker.BundleTrackerCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves the names that core bundles declare, started or not. A reservation stays: a core bundle
 * that is taken away by hand frees no name.
 */
final class CoreBundles implements BundleTrackerCustomizer<Bundle> {
  private static final Logger LOG = LoggerFactory.getLogger(CoreBundles.class);

  /** All states but UNINSTALLED. */
  static final int STATES =
      Bundle.INSTALLED | Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE | Bundle.STOPPING;

  private final BundleRecords records;
  private final TablePublisher publisher;

  CoreBundles(BundleRecords records, TablePublisher publisher) {
    this.records = records;
    this.publisher = publisher;
  }

  @Override
  public Bundle addingBundle(Bundle bundle, BundleEvent event) {
    if (!records.isCore(bundle)) {
      return null;
    }
    BundleRecord record = records.of(bundle);
    DeclaredTools declared = record.declared();
    List<CoreDeclaration> declarations = new ArrayList<>();
    declared
        .byName()
        .values()
        .forEach(
            tool -> {
              declarations.add(
                  new CoreDeclaration(
                      record.owner(), tool.document(), tool.fault(), record.scope().version()));
              tool.fault()
                  .ifPresent(
                      fault ->
                          LOG.error(
                              "REJECTED tool {} of core bundle {}: {}",
                              tool.document().name(),
                              record.owner(),
                              fault));
            });
    declared
        .problems()
        .forEach(problem -> LOG.error("In the manifest of {}: {}", record.owner(), problem));
    // The core list's order is the order in which the launcher installed.
    publisher.apply(
        List.of(
            new InputChange.Placed(record.owner(), bundle.getBundleId()),
            new InputChange.Declared(record.owner(), declarations)));
    return bundle;
  }

  @Override
  public void modifiedBundle(Bundle bundle, BundleEvent event, Bundle tracked) {
    // What it declares does not depend on its state.
  }

  @Override
  public void removedBundle(Bundle bundle, BundleEvent event, Bundle tracked) {
    // The reservation stays.
  }
}
