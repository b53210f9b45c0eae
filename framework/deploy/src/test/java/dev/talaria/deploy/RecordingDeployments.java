package dev.talaria.deploy;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.admin.Staging;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
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

  /** Where a step waits until the test lets it on, by step, bundle and version. */
  final Map<String, Gate> gates = new ConcurrentHashMap<>();

  private final Set<String> open = Collections.synchronizedSet(new HashSet<>());

  /** What was said about which plugins the folder holds, and how many steps were made before. */
  record Announcement(List<HeldPlugin> held, int steps) {
    Optional<HeldPlugin> of(String symbolicName) {
      return held.stream().filter(it -> it.symbolicName().equals(symbolicName)).findFirst();
    }
  }

  final List<Announcement> announcements = new CopyOnWriteArrayList<>();

  /** Returns what was said last about a plugin; empty: that it is not held, or nothing yet. */
  Optional<HeldPlugin> held(String symbolicName) {
    return announcements.isEmpty()
        ? Optional.empty()
        : announcements.get(announcements.size() - 1).of(symbolicName);
  }

  @Override
  public void announce(Collection<HeldPlugin> now) {
    announcements.add(new Announcement(List.copyOf(now), steps.size()));
  }

  /** Where something waits; interrupted, it goes on as the registry does. */
  static final class Gate {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);

    private void pass() {
      entered.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void pass(String step) {
    Gate gate = gates.get(step);
    if (gate != null) {
      gate.pass();
    }
  }

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
    pass("stage " + name);
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
    String step = "drain " + bundle.getSymbolicName() + " " + bundle.getVersion();
    steps.add(step);
    pass(step);
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
