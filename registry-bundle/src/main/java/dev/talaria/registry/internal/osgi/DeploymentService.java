package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.admin.Staging;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.Subscription;
import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolRows;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the deploy agent tells about bundles. Thread-safe; the table is changed by the publisher. */
final class DeploymentService implements Deployments {
  private static final Logger LOG = LoggerFactory.getLogger(DeploymentService.class);

  private final BundleRecords records;
  private final TablePublisher publisher;
  private final ToolTracker tracker;
  private final HookTracker hooks;
  private final BundleEnd bundleEnd;
  private final CallEngine engine;
  private final Supplier<Limits> limits;

  DeploymentService(
      BundleRecords records,
      TablePublisher publisher,
      ToolTracker tracker,
      HookTracker hooks,
      BundleEnd bundleEnd,
      CallEngine engine,
      Supplier<Limits> limits) {
    this.records = records;
    this.publisher = publisher;
    this.tracker = tracker;
    this.hooks = hooks;
    this.bundleEnd = bundleEnd;
    this.engine = engine;
    this.limits = limits;
  }

  @Override
  public void announce(Collection<HeldPlugin> held) {
    hooks.announce(held);
  }

  @Override
  public void admit(Bundle bundle, Deployment deployment) {
    if (records.isCore(bundle)) {
      throw new IllegalArgumentException(
          BundleRecords.name(bundle) + " is a core bundle and cannot be admitted as deployed");
    }
    BundleRecord record = records.admit(bundle, deployment);
    record
        .declared()
        .problems()
        .forEach(problem -> LOG.error("In the manifest of {}: {}", record.owner(), problem));
    publisher.apply(new InputChange.Placed(record.owner(), deployment.sequence()));
    tracker.recheck(bundle);
    hooks.refresh();
  }

  @Override
  public void dismiss(Bundle bundle) {
    records
        .dismiss(bundle)
        .ifPresent(
            record -> {
              tracker.withdraw(bundle);
              bundleEnd.ended(bundle, record.scope());
              if (!records.has(record.owner())) {
                publisher.apply(new InputChange.Forgotten(record.owner()));
              }
              hooks.refresh();
            });
  }

  @Override
  public Staging stage(Bundle bundle) {
    return new StagingCheck(publisher, hooks).of(bundle, records.of(bundle));
  }

  @Override
  public CompletionStage<Void> retire(Bundle bundle) {
    BundleRecord record = records.of(bundle);
    ProviderScope scope = record.scope();
    Set<Binding> bindings = bindings(record);
    tracker.withdraw(bundle);
    publisher.apply(
        publisher.table().inputs().candidatesOf(record.owner()).stream()
            .filter(candidate -> candidate.binding().scope() == scope)
            .<InputChange>map(InputChange.Left::new)
            .toList());
    CompletableFuture<Void> back =
        CompletableFuture.allOf(
                bindings.stream().map(Binding::whenReleased).toArray(CompletableFuture[]::new))
            .thenCombine(hooks.whenLeft(bundle), (tools, hooksToo) -> null);
    return new Retirement(engine, scope, back, limits.get().drainTimeout()).end();
  }

  private Set<Binding> bindings(BundleRecord record) {
    return publisher.table().inputs().candidatesOf(record.owner()).stream()
        .map(Candidate::binding)
        .filter(binding -> binding.scope() == record.scope())
        .collect(Collectors.toSet());
  }

  @Override
  public void promote(Deployment deployment) {
    OwnerId owner = OwnerId.plugin(deployment.symbolicName());
    publisher.apply(
        List.of(
            new InputChange.Placed(owner, deployment.sequence()),
            new InputChange.Promoted(owner, deployment.id())));
    hooks.refresh();
  }

  @Override
  public Subscription bracket(String symbolicName) {
    Subscription bracket = publisher.bracket(OwnerId.plugin(symbolicName));
    return () -> {
      bracket.close();
      // A promotion inside the bracket counts from now on, for the owner's guards as well.
      hooks.refresh();
    };
  }

  @Override
  public int drain(Bundle bundle) {
    BundleRecord record = records.of(bundle);
    ProviderScope scope = record.scope();
    int interrupted = engine.drain(bindings(record), scope, limits.get().drainTimeout());
    if (interrupted > 0) {
      LOG.warn(
          "{} calls of {} {} were interrupted after {}",
          interrupted,
          record.owner(),
          scope.version(),
          limits.get().drainTimeout());
    }
    return interrupted;
  }

  @Override
  public List<ToolRow> toolsOf(String symbolicName) {
    OwnerId owner = OwnerId.plugin(symbolicName);
    Inputs inputs = publisher.pendingInputs(owner);
    Set<String> names = new TreeSet<>();
    inputs.candidatesOf(owner).forEach(candidate -> names.add(candidate.name()));
    List<ToolRow> rows = new ArrayList<>();
    for (String name : names) {
      ToolRows.of(Resolver.resolve(name, inputs), publisher.board()).stream()
          .filter(row -> isOf(row, owner))
          .forEach(rows::add);
    }
    return rows;
  }

  private static boolean isOf(ToolRow row, OwnerId owner) {
    return row.info().origin() == owner.origin() && row.info().owner().equals(owner.name());
  }
}
