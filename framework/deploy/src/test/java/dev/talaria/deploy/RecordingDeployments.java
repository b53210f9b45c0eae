package dev.talaria.deploy;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.Staging;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.Subscription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.framework.Bundle;

/** Records what the agent tells the registry, and that it keeps to the rules of brackets. */
final class RecordingDeployments implements Deployments {
  final List<String> steps = new CopyOnWriteArrayList<>();
  final List<Deployment> promoted = new CopyOnWriteArrayList<>();
  final List<String> faults = new CopyOnWriteArrayList<>();

  /** What staging finds, by bundle and version; else that all is well. */
  final Map<String, Staging> stagings = new ConcurrentHashMap<>();

  /** Until when a bundle that is let go has calls, by bundle and version; else it has none. */
  final Map<String, CompletableFuture<Void>> calls = new ConcurrentHashMap<>();

  private final Set<String> open = Collections.synchronizedSet(new HashSet<>());

  @Override
  public void admit(Bundle bundle, Deployment deployment) {
    if (bundle.getState() == Bundle.ACTIVE) {
      faults.add("admitted after its start: " + bundle);
    }
    steps.add("admit " + deployment.symbolicName() + " " + deployment.version());
  }

  @Override
  public void dismiss(Bundle bundle) {
    steps.add("dismiss " + bundle.getSymbolicName() + " " + bundle.getVersion());
  }

  @Override
  public Staging stage(Bundle bundle) {
    String name = bundle.getSymbolicName() + " " + bundle.getVersion();
    if (bundle.getState() != Bundle.ACTIVE) {
      faults.add("staged before its start: " + bundle);
    }
    steps.add("stage " + name);
    return stagings.getOrDefault(name, new Staging(List.of(), List.of(), List.of()));
  }

  @Override
  public CompletionStage<Void> retire(Bundle bundle) {
    String name = bundle.getSymbolicName() + " " + bundle.getVersion();
    steps.add("retire " + name);
    return calls.getOrDefault(name, CompletableFuture.completedFuture(null));
  }

  @Override
  public void promote(Deployment deployment) {
    promoted.add(deployment);
    steps.add("promote " + deployment.symbolicName() + " " + deployment.version());
  }

  @Override
  public Subscription bracket(String symbolicName) {
    if (!open.add(symbolicName)) {
      faults.add("two brackets at once: " + symbolicName);
    }
    steps.add("open " + symbolicName);
    return () -> {
      if (open.remove(symbolicName)) {
        steps.add("close " + symbolicName);
      }
    };
  }

  @Override
  public int drain(Bundle bundle) {
    steps.add("drain " + bundle.getSymbolicName() + " " + bundle.getVersion());
    return 0;
  }

  @Override
  public List<ToolRow> toolsOf(String symbolicName) {
    return List.of();
  }

  List<String> openBrackets() {
    return new ArrayList<>(open);
  }
}
