package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.Subscription;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolRegistry;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.session.Sessions;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * The registry as one bundle sees it. What it gives out ends when the bundle stops, not when the
 * bundle lets go of the service: a component may get, register and release.
 */
final class BundleToolRegistry implements ToolRegistry {
  /**
   * Makes one for each bundle.
   *
   * @param reading gives the published table to one who reads it
   */
  record Factory(
      Supplier<ToolTable> reading,
      BundleRecords records,
      Registrations registrations,
      Sessions sessions,
      ListenerHub listeners,
      BundleResources resources)
      implements ServiceFactory<ToolRegistry> {
    @Override
    public ToolRegistry getService(Bundle bundle, ServiceRegistration<ToolRegistry> ignored) {
      return new BundleToolRegistry(this, bundle);
    }

    @Override
    public void ungetService(
        Bundle bundle, ServiceRegistration<ToolRegistry> ignored, ToolRegistry service) {
      // What it gave out lives on until the bundle stops.
    }
  }

  private final Factory parts;
  private final Bundle bundle;

  private BundleToolRegistry(Factory parts, Bundle bundle) {
    this.parts = parts;
    this.bundle = bundle;
  }

  @Override
  public <A> ToolRegistration register(
      ToolDeclaration declaration, Tool<A> tool, Class<A> arguments) {
    return parts.registrations().register(bundle, declaration, tool, arguments);
  }

  @Override
  public <A> ToolRegistration registerOrFail(
      ToolDeclaration declaration, Tool<A> tool, Class<A> arguments) {
    return parts.registrations().registerOrFail(bundle, declaration, tool, arguments);
  }

  @Override
  public ToolSession openSession(Set<String> toolsets) {
    ToolSession session =
        parts
            .sessions()
            .open(
                SessionSpec.of(
                    "bundle:" + BundleRecords.name(bundle),
                    "",
                    ToolFilter.named(toolsets),
                    List.of()),
                Optional.of(parts.records().of(bundle).owner()));
    parts.resources().keep(bundle, session);
    return session;
  }

  @Override
  public ToolView view() {
    return parts.reading().get().view(Visibility.ALL);
  }

  @Override
  public Subscription subscribe(ToolListener listener) {
    Subscription inner = parts.listeners().subscribe(Visibility.ALL, listener);
    Subscription mine =
        new Subscription() {
          @Override
          public void close() {
            parts.resources().forget(bundle, this);
            inner.close();
          }
        };
    parts.resources().keep(bundle, mine);
    return mine;
  }
}
