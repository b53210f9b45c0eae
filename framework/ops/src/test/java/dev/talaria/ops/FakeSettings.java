package dev.talaria.ops;

import dev.talaria.admin.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Configuration in memory. */
final class FakeSettings implements Settings {
  private final Map<String, Map<String, List<String>>> values = new TreeMap<>();
  volatile Runnable onUpdate = () -> {};
  volatile boolean broken;

  @Override
  public synchronized List<Configured> list() {
    return values.keySet().stream().map(pid -> get(pid).orElseThrow()).toList();
  }

  @Override
  public synchronized Optional<Configured> get(String pid) {
    return Optional.ofNullable(values.get(pid))
        .map(v -> new Configured(pid, pid + ".cfg", v, problems(pid)));
  }

  private static List<String> problems(String pid) {
    return pid.equals("dev.talaria.weather~x") ? List.of("line 1: odd") : List.of();
  }

  @Override
  public void update(String pid, Map<String, List<String>> set, Set<String> unset)
      throws IOException {
    if (broken) {
      throw new IOException("the disk is full");
    }
    if (pid.contains(" ")) {
      throw new IllegalArgumentException("'" + pid + "' is no PID.");
    }
    synchronized (this) {
      Map<String, List<String>> current = values.computeIfAbsent(pid, p -> new TreeMap<>());
      current.putAll(set);
      current.keySet().removeAll(unset);
    }
    onUpdate.run();
  }

  @Override
  public synchronized void delete(String pid) {
    values.remove(pid);
  }
}
