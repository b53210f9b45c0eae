package dev.talaria.ops.internal.environment;

import dev.talaria.admin.Settings;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Knows under which URLs clients on this machine reach the runtime. Thread-safe. */
@Component(service = RuntimeUrls.class)
public final class RuntimeUrls {
  private static final String MCP_SERVER = "dev.talaria.mcp.server";

  private final HttpEndpoint endpoint;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Settings settings;

  @Activate
  public RuntimeUrls(@Reference HttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  public Optional<HttpAddress> address() {
    return endpoint.address();
  }

  public Optional<String> url() {
    return address().map(HttpAddress::url);
  }

  public Optional<String> mcpUrl() {
    return url().map(url -> url + mcpPath());
  }

  private String mcpPath() {
    Settings current = settings;
    return Optional.ofNullable(current)
        .flatMap(s -> s.get(MCP_SERVER))
        .map(configured -> configured.values().getOrDefault("path", List.of()))
        .filter(path -> path.size() == 1 && path.get(0).startsWith("/"))
        .map(path -> path.get(0))
        .orElse("/mcp");
  }
}
