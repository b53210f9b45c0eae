package dev.talaria.registry.internal.report;

import dev.talaria.admin.AuditLog;
import dev.talaria.api.Origin;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.resolution.Step.Cause;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TableObserver;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes what became of candidates into the log and the audit trail. Runs on the notifier's thread
 * only.
 */
public final class OutcomeReporter implements TableObserver {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeReporter.class);

  private final AuditLog audit;

  public OutcomeReporter(AuditLog audit) {
    this.audit = audit;
  }

  @Override
  public void published(ToolTable before, ToolTable after, Set<String> touched) {
    LinesOfOwners lines = new LinesOfOwners(LOG);
    for (String name : new TreeSet<>(touched)) {
      Map<Long, Step> old = steps(before.entry(name));
      Map<Long, Step> now = steps(after.entry(name));
      old.forEach(
          (id, step) -> {
            if (!now.containsKey(id)) {
              left(step, now.values().stream().anyMatch(other -> isSuccessor(other, step)), lines);
            }
          });
      now.forEach((id, step) -> compared(old.get(id), step, old, lines));
      topChanged(name, before, after);
    }
    lines.write();
  }

  private static Map<Long, Step> steps(NameEntry entry) {
    Map<Long, Step> steps = new LinkedHashMap<>();
    if (entry != null) {
      for (Step step : entry.resolution().steps()) {
        step.contender().candidate().ifPresent(candidate -> steps.put(candidate.id(), step));
      }
    }
    return steps;
  }

  /** A component that was only restarted is no departure and no arrival. */
  private static boolean isSuccessor(Step one, Step other) {
    Candidate a = one.contender().candidate().orElseThrow();
    Candidate b = other.contender().candidate().orElseThrow();
    return a.owner().equals(b.owner())
        && a.deployment().equals(b.deployment())
        && a.document().equals(b.document());
  }

  private static boolean isOfSameOwner(Step one, Step other) {
    return one.contender().owner().equals(other.contender().owner());
  }

  private void left(Step step, boolean succeeded, LinesOfOwners lines) {
    if (succeeded || step.cause() == Cause.FAULTY) {
      return;
    }
    String who = who(step.contender());
    String text = "Tool " + name(step) + " of " + who + " left";
    if (step.cause() == Cause.STAGED) {
      // It went when the next version took its place.
      LOG.debug(text);
    } else {
      lines.left(owner(step.contender()), step.contender().version(), name(step), text);
    }
    audit.record("tool.left", identity(step.contender()));
  }

  private void compared(Step was, Step is, Map<Long, Step> old, LinesOfOwners lines) {
    boolean restarted = was == null && old.values().stream().anyMatch(o -> isSuccessor(o, is));
    boolean isNew = was == null || isRefusal(was.cause()) && is.cause() == Cause.STANDS;
    if (isNew && !restarted && !isRefusal(is.cause())) {
      audit.record("tool.arrived", details(is));
    }
    if (restarted
        || (was != null && was.cause() == is.cause() && was.reason().equals(is.reason()))) {
      return;
    }
    String name = name(is);
    String owner = owner(is.contender());
    String version = is.contender().version();
    String who = who(is.contender());
    switch (is.cause()) {
      case STANDS -> {
        if (was == null || was.cause() != Cause.OVERRIDDEN) {
          String where = "stands in the toolset " + is.toolset() + note(is);
          lines.came(owner, version, name, "Tool " + name + " of " + who + " " + where);
        }
      }
      case OVERRIDES -> {
        if (was == null || was.cause() != Cause.OVERRIDES) {
          boolean updated =
              old.values().stream()
                  .anyMatch(o -> o.cause() == Cause.OVERRIDES && isOfSameOwner(o, is));
          LOG.atLevel(updated ? Level.DEBUG : Level.INFO)
              .log("Tool {} of {} {}", name, who, is.reason());
          audit.record("tool.overrode", details(is));
        }
      }
      case OVERRIDDEN -> LOG.info("Tool {} of {} is {}", name, who, is.reason());
      case REQUIRED_OWNER, BUILTIN_CLASH, OVERRIDE_DENIED, NAME_TAKEN, RESERVED_FOR_MCP, FAULTY -> {
        LOG.error("REJECTED tool {} of {}: {}", name, who, is.reason());
        audit.record("tool.refused", details(is));
      }
      case MCP_CLASH -> {
        LOG.warn("REJECTED tool {} of {}: {}", name, who, is.reason());
        audit.record("tool.refused", details(is));
      }
      case DISABLED -> {
        lines.add(
            owner,
            version,
            "do not stand: " + is.reason(),
            name,
            "Tool " + name + " of " + who + " does not stand: " + is.reason());
        audit.record("tool.refused", details(is));
      }
      case RIVAL -> LOG.warn("Tool {} of {} does not stand: {}", name, who, is.reason());
      case STAGED -> {
        if (was != null && was.cause() == Cause.STANDS) {
          lines.left(owner, version, name, "Tool " + name + " of " + who + " is followed");
        } else {
          LOG.debug("Tool {} of {} is staged", name, who);
        }
      }
    }
  }

  /** A refused tool has not arrived: the refusal is all there is to record. */
  private static boolean isRefusal(Cause cause) {
    return switch (cause) {
      case REQUIRED_OWNER,
          BUILTIN_CLASH,
          OVERRIDE_DENIED,
          NAME_TAKEN,
          RESERVED_FOR_MCP,
          FAULTY,
          MCP_CLASH,
          DISABLED ->
          true;
      case STANDS, OVERRIDES, OVERRIDDEN, RIVAL, STAGED -> false;
    };
  }

  /** Says when an overriding tool is gone, louder when nobody wanted that. */
  private void topChanged(String name, ToolTable before, ToolTable after) {
    Optional<Contender> old = top(before, name);
    Optional<Contender> now = top(after, name);
    if (old.isEmpty() || now.isEmpty() || old.get().owner().equals(now.get().owner())) {
      return;
    }
    Contender lost = old.get();
    NameEntry oldEntry = before.entry(name);
    boolean wasBelow =
        oldEntry.resolution().layers().stream()
            .anyMatch(c -> c != lost && c.owner().equals(now.get().owner()));
    if (!wasBelow) {
      return;
    }
    boolean stillOffered =
        after.entry(name).resolution().steps().stream()
            .anyMatch(step -> step.contender().owner().equals(lost.owner()));
    boolean stillDeployed =
        lost.owner().origin() != Origin.PLUGIN || after.inputs().owner(lost.owner()).isPresent();
    Resolution resolution = after.entry(name).resolution();
    String below = who(now.get()) + (resolution.isCallable() ? " is back" : " is below it");
    String obstacle = resolution.isCallable() ? "" : ", but unavailable: " + resolution.reason();
    if (!stillOffered
        && stillDeployed
        && !lost.candidate().orElseThrow().binding().scope().isGone()) {
      LOG.warn(
          "The overriding tool {} of {} was lost though its bundle is still deployed: {}{}",
          name,
          who(lost),
          below,
          obstacle);
    } else {
      LOG.info("Tool {} of {} no longer overrides: {}{}", name, who(lost), below, obstacle);
    }
    Map<String, String> details = identity(now.get());
    details.put("state", resolution.state().name());
    details.put("after", lost.owner().name());
    if (!resolution.reason().isEmpty()) {
      details.put("reason", resolution.reason());
    }
    audit.record("tool.restored", details);
  }

  private static Optional<Contender> top(ToolTable table, String name) {
    return Optional.ofNullable(table.entry(name))
        .map(NameEntry::resolution)
        .flatMap(Resolution::top);
  }

  private static String name(Step step) {
    return step.contender().document().name();
  }

  private static String note(Step step) {
    return step.reason().isEmpty() ? "" : " (" + step.reason() + ")";
  }

  private static String who(Contender contender) {
    String version = contender.version();
    return owner(contender) + (version.isEmpty() ? "" : " " + version);
  }

  private static String owner(Contender contender) {
    String kind =
        switch (contender.owner().origin()) {
          case BUILTIN -> "core bundle ";
          case PLUGIN -> "plugin ";
          case MCP -> "server ";
        };
    return kind + contender.owner();
  }

  private static Map<String, String> identity(Contender contender) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("tool", contender.document().name());
    details.put("owner", contender.owner().name());
    details.put("origin", contender.owner().origin().name());
    details.put("version", contender.version());
    return details;
  }

  private static Map<String, String> details(Step step) {
    Map<String, String> details = identity(step.contender());
    details.put("state", step.state().name());
    if (!step.reason().isEmpty()) {
      details.put("reason", step.reason());
    }
    return details;
  }
}
