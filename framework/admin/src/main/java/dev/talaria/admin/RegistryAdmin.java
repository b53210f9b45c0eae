package dev.talaria.admin;

import dev.talaria.api.Subscription;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolView;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/** The registry as core bundles see it. Thread-safe; reads take no lock. */
@ProviderType
public interface RegistryAdmin {
  /** Returns everything that may be called now, unfiltered. */
  ToolView view();

  /** Returns every candidate, standing or not, ordered by name and then by the fold's order. */
  List<ToolRow> rows();

  /** Returns the toolsets of the standing tools, ordered by name. */
  List<ToolsetRow> toolsets();

  /**
   * Explains who stands for a name, since when, and why the others do not; of a name that is gone,
   * what became of it. Empty if nobody asked for it, or too long ago.
   */
  Optional<Explanation> explain(String name);

  /** Returns the effective policy. */
  PolicyView policy();

  /** Opens a session; the caller closes it. */
  ToolSession openSession(SessionSpec spec);

  /**
   * Has the probes and overlays of tools asked now, forgetting how they answered before. Does not
   * wait; until the answers come, what was known holds.
   *
   * @param names of tools; empty: all that have something to ask
   * @return how these tools are then, ordered by name, without names that nobody stands for;
   *     completes exceptionally if the registry ends before
   */
  CompletionStage<List<ProbedTool>> probe(Set<String> names);

  /** Hears of published changes until closed. */
  Subscription subscribe(ToolListener listener);
}
