package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.folder.FolderState;
import dev.talaria.deploy.internal.folder.Intake;
import dev.talaria.deploy.internal.folder.Look;
import dev.talaria.deploy.internal.folder.TrackedFile;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Computes from folder, ledger and settings what is to run. Used by the agent's thread only. */
final class Planner {
  private static final Logger LOG = LoggerFactory.getLogger(Planner.class);

  /** How often the runtime may die in the start of a content before it is left out. */
  private static final int BROKEN_STARTS = 2;

  private final FolderState folder;
  private final Ledger ledger;
  private final Intake intake;
  private final Admission admission;

  Planner(FolderState folder, Ledger ledger, Intake intake, Admission admission) {
    this.folder = folder;
    this.ledger = ledger;
    this.intake = intake;
    this.admission = admission;
  }

  /** Returns a plan for each owner that a file stands for, by symbolic name. */
  SortedMap<String, PluginPlan> plan(
      Function<String, Plugin> plugins, Set<String> disabled, DeploySettings settings) {
    SortedMap<String, PluginPlan> plans = new TreeMap<>();
    candidates(plugins, settings)
        .forEach(
            (name, files) -> {
              files.sort(Candidate.RANK);
              boolean off = disabled.contains(name);
              Optional<Content> target =
                  off ? Optional.empty() : target(plugins.apply(name), files, settings);
              plans.put(name, new PluginPlan(files, target, off));
            });
    return plans;
  }

  private Map<String, List<Candidate>> candidates(
      Function<String, Plugin> plugins, DeploySettings settings) {
    Map<String, List<Candidate>> candidates = new TreeMap<>();
    List<TrackedFile> distrusted = new ArrayList<>();
    for (TrackedFile file : folder.files()) {
      // A file that changed into something unusable still stands for what it was.
      if (file.accepted().isEmpty() || file.look() instanceof Look.Ignored) {
        continue;
      }
      Content content = file.accepted().get();
      if (admission.distrust(content, settings).isEmpty()) {
        candidates
            .computeIfAbsent(content.symbolicName(), name -> new ArrayList<>())
            .add(new Candidate(file.name(), content, file.taken()));
      } else {
        distrusted.add(file);
      }
    }
    // What nobody trusts must not end what it was to replace.
    for (TrackedFile file : distrusted) {
      String name = file.accepted().orElseThrow().symbolicName();
      if (!candidates.containsKey(name)) {
        plugins
            .apply(name)
            .content()
            .or(() -> good(name))
            .filter(content -> admission.distrust(content, settings).isEmpty())
            .map(content -> new Candidate(file.name(), content, file.taken()))
            .ifPresent(former -> candidates.put(name, new ArrayList<>(List.of(former))));
      }
    }
    return candidates;
  }

  private Optional<Content> target(Plugin plugin, List<Candidate> ranked, DeploySettings settings) {
    return Standing.target(
        ranked,
        content ->
            plugin.failure(content.sha256()).isPresent()
                || isParked(content.sha256())
                || admission.distrust(content, settings).isPresent(),
        plugin.content(),
        () -> good(plugin.symbolicName()));
  }

  boolean isParked(String sha256) {
    return ledger.brokenStarts(sha256) >= BROKEN_STARTS;
  }

  private Optional<Content> good(String symbolicName) {
    Optional<String> sha256 = ledger.owner(symbolicName).flatMap(Ledger.Owner::good);
    if (sha256.isEmpty()) {
      return Optional.empty();
    }
    try {
      return intake.recall(symbolicName, sha256.get());
    } catch (IOException e) {
      LOG.error("The last good copy of {} cannot be read: {}", symbolicName, e.getMessage());
      return Optional.empty();
    }
  }
}
