package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.policy.SearchReader;
import dev.talaria.registry.internal.policy.ToolsetReader;
import dev.talaria.registry.internal.search.SearchSettings;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolTable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's toolsets, filter and settings of the search, as last read. Read on the thread of
 * the policy; names that mean nothing are looked for later, on a thread of the calls, when what is
 * deployed has had the time to arrive.
 */
final class ToolsetSettings {
  private static final Logger LOG = LoggerFactory.getLogger(ToolsetSettings.class);
  private static final Duration ARRIVAL = Duration.ofSeconds(15);

  private final TablePublisher publisher;
  private final BiConsumer<Runnable, Duration> later;
  private volatile SearchSettings search = SearchSettings.DEFAULT;
  private volatile ToolsetReader.Reading last = ToolsetReader.Reading.NONE;

  /** Guarded by this. */
  private final Set<String> warned = new HashSet<>();

  ToolsetSettings(TablePublisher publisher, BiConsumer<Runnable, Duration> later) {
    this.publisher = publisher;
    this.later = later;
  }

  SearchSettings search() {
    return search;
  }

  /**
   * Takes what was read and publishes it.
   *
   * @param warnings gets a sentence for each value that was not taken
   * @return what was read
   */
  ToolsetReader.Reading take(
      Map<String, Map<String, Object>> raw,
      Set<String> unreadable,
      boolean sure,
      List<String> warnings) {
    ToolsetReader.Reading before = last;
    ToolsetReader.Reading reading = ToolsetReader.read(raw, unreadable, sure, before);
    last = reading;
    warnings.addAll(reading.warnings());
    Map<String, Object> searchValues = raw.get(SearchReader.PID);
    if (searchValues != null || !unreadable.contains(SearchReader.PID)) {
      search = SearchReader.read(searchValues == null ? Map.of() : searchValues, search, warnings);
    }
    publisher.applyCatalog(
        catalog -> catalog.configuredAs(reading.definitions(), reading.filter()));
    if (!reading.definitions().equals(before.definitions())
        || !reading.filter().equals(before.filter())) {
      later.accept(this::warnOfUnknownNames, ARRIVAL);
    }
    return reading;
  }

  private void warnOfUnknownNames() {
    ToolTable table = publisher.table();
    Set<String> problems = new HashSet<>(UnknownNames.inFilter(last.filter(), table));
    last.definitions()
        .forEach(
            (name, definition) ->
                problems.addAll(UnknownNames.inDefinition(name, definition, table)));
    synchronized (this) {
      warned.retainAll(problems);
      problems.stream().filter(warned::add).sorted().forEach(LOG::warn);
    }
  }
}
