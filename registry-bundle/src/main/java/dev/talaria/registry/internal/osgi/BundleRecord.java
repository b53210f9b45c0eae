package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a bundle for as long as one content of it runs.
 *
 * @param hooks that its components declare
 * @param fault why it may offer nothing, if so
 */
record BundleRecord(
    ProviderScope scope,
    String deployment,
    DeclaredTools declared,
    List<DeclaredHook> hooks,
    Optional<String> fault) {
  OwnerId owner() {
    return scope.owner();
  }
}
