package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.RemoteServer;
import dev.talaria.admin.RemoteTools;
import dev.talaria.registry.internal.remote.RemoteServers;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * Gives servers to core bundles, and takes them back when those stop. Deployed bundles cannot wire
 * to the interface; one that gets hold of the service all the same is refused.
 */
record BundleRemoteTools(RemoteServers servers, BundleRecords records, BundleResources resources)
    implements ServiceFactory<RemoteTools> {
  @Override
  public RemoteTools getService(Bundle bundle, ServiceRegistration<RemoteTools> ignored) {
    return server -> open(bundle, server);
  }

  private RemoteServer open(Bundle bundle, String server) {
    if (!records.isCore(bundle)) {
      throw new IllegalStateException(
          BundleRecords.name(bundle) + " is no core bundle and can bring no tools of servers");
    }
    RemoteServer opened = servers.open(server, closing -> resources.forget(bundle, closing));
    resources.keep(bundle, opened);
    if ((bundle.getState() & (Bundle.STARTING | Bundle.ACTIVE)) == 0) {
      // It stopped meanwhile: nobody will take this back any more.
      opened.close();
    }
    return opened;
  }

  @Override
  public void ungetService(
      Bundle bundle, ServiceRegistration<RemoteTools> ignored, RemoteTools service) {
    // What it opened lives on until it is closed or its bundle stops.
  }
}
