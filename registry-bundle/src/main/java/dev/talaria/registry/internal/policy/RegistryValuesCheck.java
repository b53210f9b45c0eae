package dev.talaria.registry.internal.policy;

import dev.talaria.admin.SettingsCheck;
import dev.talaria.registry.internal.model.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the registry finds wrong with values, said by the code that reads them. */
public final class RegistryValuesCheck implements SettingsCheck {
  @Override
  public List<String> problems(String pid, Map<String, Object> values) {
    boolean ofRegistry = pid.equals(Policy.REGISTRY_PID);
    if (!ofRegistry && !pid.startsWith(Policy.pluginPid(""))) {
      return List.of();
    }
    PolicyReader.Reading reading =
        PolicyReader.read(Map.of(pid, values), Set.of(), PolicyReader.Reading.NONE);
    List<String> problems = new ArrayList<>(reading.warnings());
    if (ofRegistry) {
      Limits.read(values, Limits.DEFAULT, problems);
    }
    return problems;
  }
}
