package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.SettingsCheck;
import dev.talaria.registry.internal.policy.SearchReader;
import dev.talaria.registry.internal.policy.ToolsetReader;
import dev.talaria.registry.internal.search.SearchSettings;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What is wrong with toolsets, the operator's filter and the search: values, said by the code that
 * reads them, and names that mean nothing in the table of the moment.
 */
final class ToolsetValuesCheck implements SettingsCheck {
  private final Supplier<ToolTable> table;

  ToolsetValuesCheck(Supplier<ToolTable> table) {
    this.table = table;
  }

  @Override
  public List<String> problems(String pid, Map<String, Object> values) {
    List<String> problems = new ArrayList<>();
    if (pid.equals(SearchReader.PID)) {
      SearchReader.read(values, SearchSettings.DEFAULT, problems);
    } else if (ToolsetReader.reads(pid)) {
      ToolsetReader.Reading reading =
          ToolsetReader.read(Map.of(pid, values), Set.of(), true, ToolsetReader.Reading.NONE);
      problems.addAll(reading.warnings());
      ToolTable now = table.get();
      problems.addAll(UnknownNames.inFilter(reading.filter(), now));
      reading
          .definitions()
          .forEach(
              (name, definition) ->
                  problems.addAll(UnknownNames.inDefinition(name, definition, now)));
    }
    return problems;
  }
}
