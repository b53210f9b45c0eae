package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.Optional;

/**
 * What is known of a bundle for as long as one content of it runs.
 *
 * @param fault why it may offer nothing, if so
 */
record BundleRecord(
    ProviderScope scope, String deployment, DeclaredTools declared, Optional<String> fault) {
  OwnerId owner() {
    return scope.owner();
  }
}
