package dev.talaria.ops.internal.access;

import dev.talaria.admin.AccessControl;
import dev.talaria.ops.internal.clients.ClientCredentials;
import dev.talaria.ops.internal.clients.InvalidWorkspaceException;
import dev.talaria.ops.internal.clients.SecretHash;
import dev.talaria.ops.internal.clients.WorkspacePolicy;
import dev.talaria.ops.internal.environment.HttpEndpoint;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the rules of access to the server as it listens now. The home's token is read once, at
 * the start: who replaces the file later replaces nothing. Immutable.
 */
@Component
public final class RuntimeAccessControl implements AccessControl {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeAccessControl.class);

  private final HttpEndpoint endpoint;
  private final AccessRules rules;

  @Activate
  public RuntimeAccessControl(
      BundleContext context,
      @Reference HttpEndpoint endpoint,
      @Reference ClientCredentials clients) {
    RuntimeEnvironment environment = RuntimeEnvironment.of(context);
    this.endpoint = endpoint;
    this.rules =
        new AccessRules(
            homeToken(environment.tokenFile()),
            clients::principalOf,
            workspace(environment),
            environment.noAuth(),
            environment.boundHost());
    if (environment.noAuth()) {
      LOG.warn(
          "--no-auth: any program on this machine may use the MCP endpoint without a token, as"
              + " long as the server is bound to a loopback address (it is bound to {}).",
          HttpEndpoint.isWildcard(environment.boundHost())
              ? "all addresses"
              : environment.boundHost());
    }
  }

  @Override
  public Decision decide(Request request) {
    return rules.decide(request, endpoint.addresses());
  }

  private static Optional<SecretHash> homeToken(Path file) {
    try {
      return Optional.of(HomeToken.read(file));
    } catch (IOException e) {
      LOG.error("No request with the home's token will be granted. {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static List<Path> workspace(RuntimeEnvironment environment) {
    if (environment.workspace().isEmpty()) {
      return List.of();
    }
    try {
      return new WorkspacePolicy(environment.home(), environment.distribution())
          .resolve(List.of(environment.workspace().get().toString()));
    } catch (InvalidWorkspaceException e) {
      LOG.warn(
          "Sessions have no default workspace. {} Start with --workspace DIR to give one.",
          e.getMessage());
      return List.of();
    }
  }
}
