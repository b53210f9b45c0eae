package dev.talaria.ops.internal.environment;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.servlet.runtime.HttpServiceRuntime;
import org.osgi.service.servlet.runtime.HttpServiceRuntimeConstants;

/**
 * Follows where the HTTP server listens. The server's own statement counts, not the configured
 * port: that may be 0, and a configuration may have moved it. Written by the framework's event
 * threads, read by any; one volatile field.
 */
@Component(service = HttpEndpoint.class)
public final class HttpEndpoint {
  private final String boundHost;
  private volatile List<HttpAddress> addresses = List.of();

  @Activate
  public HttpEndpoint(BundleContext context) {
    this(RuntimeEnvironment.of(context).boundHost());
  }

  HttpEndpoint(String boundHost) {
    this.boundHost = boundHost;
  }

  @Reference(
      service = HttpServiceRuntime.class,
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void bindRuntime(ServiceReference<HttpServiceRuntime> runtime) {
    addresses = read(runtime.getProperty(HttpServiceRuntimeConstants.HTTP_SERVICE_ENDPOINT));
  }

  void updatedRuntime(ServiceReference<HttpServiceRuntime> runtime) {
    bindRuntime(runtime);
  }

  void unbindRuntime(ServiceReference<HttpServiceRuntime> runtime) {
    addresses = List.of();
  }

  /** Returns all plain HTTP addresses that the server tells of; empty while it is not there. */
  public List<HttpAddress> addresses() {
    return addresses;
  }

  /** Returns the address for this machine's clients. */
  public Optional<HttpAddress> address() {
    List<HttpAddress> all = addresses;
    if (all.isEmpty()) {
      return Optional.empty();
    }
    HttpAddress first = all.get(0);
    return Optional.of(isWildcard(boundHost) ? new HttpAddress("127.0.0.1", first.port()) : first);
  }

  /** Returns whether the server listens on more than one address. */
  public static boolean isWildcard(String host) {
    return host.isEmpty()
        || host.equals("0.0.0.0")
        || host.equals("::")
        || host.equals("[::]")
        || host.equals("0:0:0:0:0:0:0:0");
  }

  private List<HttpAddress> read(Object property) {
    Stream<?> entries =
        property instanceof String[] many ? Stream.of(many) : Stream.ofNullable(property);
    return entries
        .map(String::valueOf)
        .flatMap(endpoint -> HttpAddress.parse(endpoint, boundHost).stream())
        .toList();
  }
}
