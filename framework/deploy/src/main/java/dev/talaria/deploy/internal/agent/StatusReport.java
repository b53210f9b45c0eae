package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.bundles.Operation;
import dev.talaria.deploy.internal.folder.Look;
import dev.talaria.deploy.internal.folder.TrackedFile;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Content;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Says of each file what became of it. Used by the agent's thread only. */
final class StatusReport {
  private final Reconciler reconciler;
  private final Planner planner;
  private final Admission admission;

  StatusReport(Reconciler reconciler, Planner planner, Admission admission) {
    this.reconciler = reconciler;
    this.planner = planner;
    this.admission = admission;
  }

  List<FileStatus> of(Collection<TrackedFile> files, DeploySettings settings) {
    List<FileStatus> statuses = new ArrayList<>();
    for (TrackedFile file : files) {
      statuses.add(status(file, settings));
    }
    return statuses;
  }

  private FileStatus status(TrackedFile file, DeploySettings settings) {
    Look look = file.look();
    if (look instanceof Look.Accepted accepted) {
      return accepted(file, accepted.content(), settings);
    }
    if (look instanceof Look.Ignored ignored) {
      return unread(file, Outcome.IGNORED, ignored.reason(), Optional.empty());
    }
    Optional<Deployed> former = former(file);
    String runsOn =
        former.map(deployed -> "; " + deployed.content().label() + " runs on").orElse("");
    if (look instanceof Look.Refused refused) {
      return new FileStatus(
          file.name(),
          Outcome.REFUSED,
          refused.sha256(),
          refused.symbolicName(),
          refused.version(),
          refused.reason() + runsOn,
          former.map(Deployed::bundle),
          file.looks());
    }
    if (look instanceof Look.Making making) {
      return unread(
          file, Outcome.PENDING, making.symbolicName(), "", making.reason() + runsOn, former);
    }
    if (look instanceof Look.Broken broken) {
      return unread(
          file,
          Outcome.FAILED,
          broken.symbolicName(),
          broken.sha256(),
          broken.reason() + runsOn,
          former);
    }
    if (look instanceof Look.Unreadable unreadable) {
      return unread(file, Outcome.PENDING, unreadable.reason() + runsOn, former);
    }
    String reason = ((Look.Incomplete) look).reason();
    return file.isGivenUp()
        ? unread(file, Outcome.REFUSED, "truncated or corrupt: " + reason + runsOn, former)
        : unread(file, Outcome.PENDING, "not whole yet: " + reason + runsOn, former);
  }

  private static FileStatus unread(
      TrackedFile file, Outcome outcome, String reason, Optional<Deployed> former) {
    String name = former.map(deployed -> deployed.content().symbolicName()).orElse("");
    return unread(file, outcome, name, "", reason, former);
  }

  private static FileStatus unread(
      TrackedFile file,
      Outcome outcome,
      String symbolicName,
      String sha256,
      String reason,
      Optional<Deployed> former) {
    return new FileStatus(
        file.name(),
        outcome,
        sha256,
        symbolicName,
        "",
        reason,
        former.map(Deployed::bundle),
        file.looks());
  }

  /** What runs because of what the file was before it changed. */
  private Optional<Deployed> former(TrackedFile file) {
    return file.accepted()
        .flatMap(
            content ->
                deployed(content.symbolicName())
                    .filter(now -> now.content().sha256().equals(content.sha256())));
  }

  private Optional<Deployed> deployed(String symbolicName) {
    return Optional.ofNullable(reconciler.plugins().get(symbolicName))
        .flatMap(StatusReport::staying);
  }

  /** What is deployed and not just being removed. */
  private static Optional<Deployed> staying(Plugin plugin) {
    return plugin
        .deployed()
        .filter(it -> plugin.operation().filter(StatusReport::isRemoval).isEmpty());
  }

  private static boolean isRemoval(Operation operation) {
    return operation.kind() == Operation.Kind.REMOVAL;
  }

  private FileStatus accepted(TrackedFile file, Content content, DeploySettings settings) {
    String sha256 = content.sha256();
    Optional<String> distrust = admission.distrust(content, settings);
    if (distrust.isPresent()) {
      Optional<Deployed> instead = deployed(content.symbolicName());
      String runsOn = instead.map(it -> "; " + it.content().label() + " runs on").orElse("");
      return status(file, content, Outcome.REFUSED, distrust.get() + runsOn, instead);
    }
    PluginPlan plan = reconciler.plans().get(content.symbolicName());
    if (plan.disabled()) {
      return status(
          file,
          content,
          Outcome.DISABLED,
          "enabled is not true in " + PluginSwitches.FACTORY + "~" + content.symbolicName(),
          Optional.empty());
    }
    Plugin plugin = reconciler.plugins().get(content.symbolicName());
    Optional<Deployed> now = plugin.deployed();
    Optional<Operation> operation = plugin.operation();
    boolean isComing =
        operation
            .filter(it -> it.kind() == Operation.Kind.UPDATE)
            .filter(it -> it.content().sha256().equals(sha256))
            .isPresent();
    if (isComing && isFileOf(plan, sha256, file)) {
      String reason =
          "it is being started, to take the place of " + now.orElseThrow().content().label();
      return status(file, content, Outcome.PENDING, reason, now);
    }
    boolean stands = now.filter(it -> it.content().sha256().equals(sha256)).isPresent();
    if (stands && isFileOf(plan, sha256, file)) {
      return standing(file, content, plugin);
    }
    String instead =
        now.map(it -> "; " + it.content().label() + " (" + source(plan, it) + ") runs instead")
            .orElse("");
    Optional<String> failure = plugin.failure(sha256);
    if (failure.isPresent()) {
      return status(file, content, Outcome.FAILED, failure.get() + instead, now);
    }
    if (planner.isParked(sha256)) {
      String reason =
          "broke two starts; `talaria bundles restart "
              + content.symbolicName()
              + "` tries again"
              + instead;
      return status(file, content, Outcome.PARKED, reason, now);
    }
    String by =
        now.map(it -> "version " + it.content().version() + " of " + source(plan, it) + " stands")
            .orElse("another file of this bundle stands");
    return status(file, content, Outcome.SUPERSEDED, by, Optional.empty());
  }

  private static boolean isFileOf(PluginPlan plan, String sha256, TrackedFile file) {
    return plan.fileOf(sha256).filter(it -> it.file().equals(file.name())).isPresent();
  }

  private static String source(PluginPlan plan, Deployed deployed) {
    return plan.fileOf(deployed.content().sha256())
        .map(Candidate::file)
        .orElse("the last good copy");
  }

  private static FileStatus standing(TrackedFile file, Content content, Plugin plugin) {
    Deployed deployed = plugin.deployed().orElseThrow();
    if (plugin.starting().isPresent()) {
      return status(file, content, Outcome.PENDING, "it is still starting", plugin.deployed());
    }
    Optional<Operation> operation =
        plugin
            .operation()
            .filter(it -> it.kind() != Operation.Kind.UPDATE || !deployed.isRunning());
    if (operation.isPresent()) {
      String reason =
          switch (operation.get().kind()) {
            case UPDATE -> "it is being replaced by " + operation.get().content().version();
            case RESTART -> "it is being started again";
            case REMOVAL -> "it is being stopped";
          };
      return status(file, content, Outcome.PENDING, reason, plugin.deployed());
    }
    if (plugin.isWaiting()) {
      return status(file, content, Outcome.WAITING, plugin.waitsFor(), plugin.deployed());
    }
    if (!deployed.isRunning()) {
      String reason =
          "it was stopped by something else; `talaria bundles restart "
              + content.symbolicName()
              + "` starts it";
      return status(file, content, Outcome.FAILED, reason, plugin.deployed());
    }
    return status(file, content, Outcome.ACTIVE, "", plugin.deployed());
  }

  private static FileStatus status(
      TrackedFile file,
      Content content,
      Outcome outcome,
      String reason,
      Optional<Deployed> bundle) {
    return new FileStatus(
        file.name(),
        outcome,
        content.sha256(),
        content.symbolicName(),
        content.version().toString(),
        reason,
        bundle.map(Deployed::bundle),
        file.looks());
  }
}
