package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.folder.FolderState;
import dev.talaria.deploy.internal.folder.Look;
import dev.talaria.deploy.internal.folder.TrackedFile;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells the registry which plugins the folder holds, so that their guards are missed while they do
 * not run: before anything is started or removed, and again when it is known what became of the
 * files. Whose a file is that cannot be read now, the ledger knows. Used by the agent's thread
 * only.
 */
final class HeldPlugins {
  private final FolderState folder;
  private final Ledger ledger;
  private final Deployments deployments;
  private Map<String, String> states = Map.of();
  private List<HeldPlugin> told;

  HeldPlugins(FolderState folder, Ledger ledger, Deployments deployments) {
    this.folder = folder;
    this.ledger = ledger;
    this.deployments = deployments;
  }

  /** Tells what is to run, before it is brought about. */
  void planned(SortedMap<String, PluginPlan> plans, Map<String, Plugin> plugins) {
    if (!folder.isKnown()) {
      return; // A folder that cannot be listed is not an empty one.
    }
    SortedMap<String, List<Content>> held = new TreeMap<>();
    for (TrackedFile file : folder.files()) {
      owner(file)
          .ifPresent(
              name -> {
                List<Content> contents = held.computeIfAbsent(name, n -> new ArrayList<>());
                file.accepted().ifPresent(contents::add);
              });
    }
    List<HeldPlugin> now = new ArrayList<>();
    held.forEach(
        (name, contents) -> {
          Optional<Deployed> deployed =
              Optional.ofNullable(plugins.get(name)).flatMap(Plugin::deployed);
          Optional<Content> target =
              Optional.ofNullable(plans.get(name)).flatMap(PluginPlan::target);
          boolean runs = deployed.filter(Deployed::isRunning).isPresent();
          Optional<Content> one = runs ? deployed.map(Deployed::content) : target;
          now.add(
              new HeldPlugin(
                  name,
                  hooks(one.map(List::of).orElse(contents)),
                  !runs && target.isPresent() && !states.containsKey(name),
                  states.getOrDefault(name, "")));
        });
    tell(now);
  }

  private Optional<String> owner(TrackedFile file) {
    if (file.look() instanceof Look.Ignored) {
      return Optional.empty();
    }
    if (file.accepted().isPresent()) {
      return file.accepted().map(Content::symbolicName);
    }
    if (file.look() instanceof Look.Refused refused && !refused.symbolicName().isEmpty()) {
      return Optional.of(refused.symbolicName());
    }
    return ledger.file(file.name()).map(Ledger.Taken::symbolicName);
  }

  private static List<DeclaredHook> hooks(Collection<Content> contents) {
    Set<DeclaredHook> hooks = new LinkedHashSet<>();
    contents.forEach(content -> hooks.addAll(content.hooks()));
    return List.copyOf(hooks);
  }

  /** Tells what became of the files. */
  void settled(
      List<FileStatus> statuses, SortedMap<String, PluginPlan> plans, Map<String, Plugin> plugins) {
    Map<String, String> now = new HashMap<>();
    for (FileStatus status : statuses) {
      Optional<Plugin> plugin = Optional.ofNullable(plugins.get(status.symbolicName()));
      boolean runs = plugin.flatMap(Plugin::deployed).filter(Deployed::isRunning).isPresent();
      if (!runs && status.outcome() != Outcome.PENDING && status.outcome() != Outcome.SUPERSEDED) {
        now.merge(
            status.symbolicName(),
            status.file() + " is " + status.outcome() + ": " + status.reason(),
            (one, other) -> one + "; " + other);
      }
    }
    states = now;
    planned(plans, plugins);
  }

  private void tell(List<HeldPlugin> now) {
    if (!now.equals(told)) {
      deployments.announce(now);
      told = List.copyOf(now);
    }
  }
}
