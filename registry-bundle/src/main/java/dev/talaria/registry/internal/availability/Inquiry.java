package dev.talaria.registry.internal.availability;

import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.Companions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One question to one companion. A probe is asked one question, whichever tools share it; an
 * overlay one for each tool.
 *
 * @param companion who is asked
 * @param tool about which tool; empty: about all that share the companion
 */
public record Inquiry(Companion companion, Optional<ToolDocument> tool) {
  public Inquiry {
    Objects.requireNonNull(companion, "companion");
    Objects.requireNonNull(tool, "tool");
  }

  /** Returns the question to a probe. */
  public static Inquiry probe(Companion probe) {
    return new Inquiry(probe, Optional.empty());
  }

  /** Returns the question to an overlay about a tool. */
  public static Inquiry overlay(Companion overlay, ToolDocument tool) {
    return new Inquiry(overlay, Optional.of(tool));
  }

  /** Returns all questions about one tool. */
  public static List<Inquiry> about(ToolDocument tool, Companions companions) {
    if (companions == Companions.NONE) {
      return List.of();
    }
    List<Inquiry> all = new ArrayList<>(2);
    companions.probe().ifPresent(probe -> all.add(probe(probe)));
    companions.overlay().ifPresent(overlay -> all.add(overlay(overlay, tool)));
    return all;
  }

  /** Returns what holds before the first answer. */
  Finding unanswered() {
    return tool.isPresent() ? new Shown(tool.get()) : Verdict.unknown(companion.name());
  }

  /** Returns what holds when there is no answer to be had. */
  Finding failed(String why) {
    return tool.isPresent() ? new Shown(tool.get(), Optional.of(why)) : Verdict.unavailable(why);
  }
}
