package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.Deployment;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who brought which bundle: the launcher (its predicate), the deploy agent (its records), or
 * nobody. Never what a bundle says of itself. Keyed by the {@code Bundle} object. Lock-free.
 */
final class BundleRecords {
  private final Predicate<Bundle> core;
  private final JsonMapper mapper;
  private final DeclarationReader reader;
  private final Map<Bundle, BundleRecord> records = new ConcurrentHashMap<>();

  BundleRecords(Predicate<Bundle> core, JsonMapper mapper) {
    this.core = core;
    this.mapper = mapper;
    this.reader = new DeclarationReader(mapper);
  }

  boolean isCore(Bundle bundle) {
    return core.test(bundle);
  }

  /** Returns the record of a bundle; of one that nobody brought, one that refuses everything. */
  BundleRecord of(Bundle bundle) {
    BundleRecord known = records.get(bundle);
    if (known != null) {
      return known;
    }
    if (!isCore(bundle)) {
      OwnerId claimed = OwnerId.plugin(name(bundle));
      return new BundleRecord(
          new ProviderScope(claimed, bundle.getVersion().toString(), mapper),
          "",
          DeclaredTools.NONE,
          List.of(),
          Optional.of(
              "nobody brought the bundle "
                  + name(bundle)
                  + " (installed from "
                  + bundle.getLocation()
                  + "): drop it into deploy/ instead"));
    }
    BundleRecord made =
        new BundleRecord(
            scope(OwnerId.builtin(name(bundle)), bundle),
            Candidate.CORE,
            reader.read(bundle),
            List.of(),
            Optional.empty());
    BundleRecord other = records.putIfAbsent(bundle, made);
    return other == null ? made : other;
  }

  /** Records who brought a deployed bundle; what was known of it before is let go. */
  BundleRecord admit(Bundle bundle, Deployment deployment) {
    BundleRecord made =
        new BundleRecord(
            scope(OwnerId.plugin(deployment.symbolicName()), bundle),
            deployment.id(),
            reader.read(bundle),
            deployment.hooks(),
            Optional.empty());
    BundleRecord before = records.put(bundle, made);
    if (before != null) {
      before.scope().leave();
    }
    return made;
  }

  /** Forgets a deployed bundle. */
  Optional<BundleRecord> dismiss(Bundle bundle) {
    Optional<BundleRecord> known = Optional.ofNullable(records.remove(bundle));
    known.ifPresent(record -> record.scope().leave());
    return known;
  }

  /**
   * Ends what a bundle kept while it ran; when it starts again it begins anew.
   *
   * @return the scope that ended
   */
  Optional<ProviderScope> renew(Bundle bundle) {
    BundleRecord known = records.get(bundle);
    if (known == null) {
      return Optional.empty();
    }
    records.replace(
        bundle,
        known,
        new BundleRecord(
            scope(known.owner(), bundle),
            known.deployment(),
            known.declared(),
            known.hooks(),
            known.fault()));
    known.scope().leave();
    return Optional.of(known.scope());
  }

  /** Returns whether a bundle of this owner is recorded. */
  boolean has(OwnerId owner) {
    return records.values().stream().anyMatch(record -> record.owner().equals(owner));
  }

  /** Returns the hooks that a deployment of an owner declares; empty: it is not installed. */
  Optional<List<DeclaredHook>> hooks(OwnerId owner, String deployment) {
    return records.values().stream()
        .filter(record -> record.owner().equals(owner) && record.deployment().equals(deployment))
        .map(BundleRecord::hooks)
        .findFirst();
  }

  private ProviderScope scope(OwnerId owner, Bundle bundle) {
    return new ProviderScope(owner, bundle.getVersion().toString(), mapper);
  }

  static String name(Bundle bundle) {
    String name = bundle.getSymbolicName();
    return name == null ? "bundle-" + bundle.getBundleId() : name;
  }
}
