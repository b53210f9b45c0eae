package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.ProbedTool;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.availability.Refresher;
import dev.talaria.registry.internal.table.Condition;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Has what is known of tools found out anew, for an operator who has changed something. */
record Prober(Supplier<ToolTable> table, Refresher refresher) {

  /**
   * Asks.
   *
   * @param wanted names of tools; empty: all that have something to ask
   */
  CompletionStage<List<ProbedTool>> probe(Set<String> wanted) {
    Set<String> names = new TreeSet<>();
    Set<Inquiry> inquiries = new LinkedHashSet<>();
    for (NameEntry entry : entries(wanted)) {
      names.add(entry.resolution().name());
      inquiries.addAll(entry.inquiries());
    }
    CompletableFuture<?>[] answers =
        inquiries.stream()
            .map(inquiry -> refresher.askNow(inquiry).toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(answers).thenApply(done -> now(names));
  }

  private List<NameEntry> entries(Set<String> wanted) {
    ToolTable now = table.get();
    List<NameEntry> found = new ArrayList<>();
    if (wanted.isEmpty()) {
      for (NameEntry entry : now.entries()) {
        if (!entry.inquiries().isEmpty()) {
          found.add(entry);
        }
      }
    } else {
      wanted.stream().map(now::entry).filter(entry -> entry != null).forEach(found::add);
    }
    return found;
  }

  private List<ProbedTool> now(Set<String> names) {
    ToolTable now = table.get();
    List<ProbedTool> tools = new ArrayList<>(names.size());
    for (String name : names) {
      NameEntry entry = now.entry(name);
      if (entry != null && entry.standing() != null) {
        Condition condition = entry.condition();
        tools.add(
            new ProbedTool(
                name, !entry.inquiries().isEmpty(), condition.state(), condition.reason()));
      }
    }
    return tools;
  }
}
