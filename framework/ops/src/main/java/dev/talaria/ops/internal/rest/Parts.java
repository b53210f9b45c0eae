package dev.talaria.ops.internal.rest;

import dev.talaria.admin.ConnectedClients;
import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.Settings;
import dev.talaria.ops.internal.http.HttpError;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The other parts of the runtime, which may be away for a moment: the API then answers for the rest
 * and says which part is missing. Written by the framework's threads, read by any.
 */
@Component(service = Parts.class)
public final class Parts {
  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile RegistryAdmin registry;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile DeployAgent deployAgent;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Settings settings;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile ConnectedClients clients;

  Optional<RegistryAdmin> registryIfThere() {
    return Optional.ofNullable(registry);
  }

  Optional<Settings> settingsIfThere() {
    return Optional.ofNullable(settings);
  }

  Optional<ConnectedClients> clientsIfThere() {
    return Optional.ofNullable(clients);
  }

  RegistryAdmin registry() {
    return registryIfThere().orElseThrow(() -> missing("registry"));
  }

  Settings settings() {
    return settingsIfThere().orElseThrow(() -> missing("configuration"));
  }

  DeployAgent deployAgent() {
    return Optional.ofNullable(deployAgent).orElseThrow(() -> missing("deploy agent"));
  }

  private static HttpError missing(String part) {
    return new HttpError(503, "The " + part + " is not there at the moment; try again soon.");
  }
}
