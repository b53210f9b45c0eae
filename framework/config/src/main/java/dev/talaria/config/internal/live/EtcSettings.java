package dev.talaria.config.internal.live;

import dev.talaria.admin.Settings;
import dev.talaria.admin.SettingsCheck;
import dev.talaria.config.internal.store.ConfigStore;
import dev.talaria.config.internal.store.Values;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.PidFileNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.osgi.service.cm.Configuration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The configurations as commands and REST see them. */
@Component
public final class EtcSettings implements Settings {
  private static final Pattern PID =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]*(~[A-Za-z0-9_.-]+)?");
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_.-]+");

  private final ConfigStore store;
  private final LiveConfiguration live;

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  private volatile List<SettingsCheck> checks;

  @Activate
  public EtcSettings(@Reference ConfigStore store, @Reference LiveConfiguration live) {
    this.store = store;
    this.live = live;
  }

  @Override
  public List<Configured> list() {
    try {
      SortedMap<String, Configured> all = new TreeMap<>();
      for (String pid : store.unreadablePids()) {
        all.put(pid, configured(pid, Map.of(), List.of()));
      }
      for (Configuration configuration : live.all()) {
        all.put(configuration.getPid(), configured(configuration));
      }
      return new ArrayList<>(all.values());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<Configured> get(String pid) {
    try {
      Optional<Configured> existing = live.existing(pid).map(this::configured);
      return existing.isEmpty() && store.unreadablePids().contains(pid)
          ? Optional.of(configured(pid, Map.of(), List.of()))
          : existing;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Configured configured(Configuration configuration) {
    Dictionary<String, Object> properties = configuration.getProperties();
    Map<String, List<String>> texts = new HashMap<>();
    Map<String, Object> raw = new HashMap<>();
    Values.ofProperties(properties)
        .forEach(
            (key, value) -> {
              texts.put(key, value.texts());
              raw.put(key, properties.get(key));
            });
    String pid = configuration.getPid();
    return configured(
        pid, texts, checks.stream().flatMap(check -> check.problems(pid, raw).stream()).toList());
  }

  private Configured configured(
      String pid, Map<String, List<String>> values, List<String> checked) {
    List<String> problems = new ArrayList<>();
    store.problems(pid).stream().map(CfgProblem::sentence).forEach(problems::add);
    problems.addAll(checked);
    return new Configured(pid, store.folder().displayName(pid), values, problems);
  }

  @Override
  public void update(String pid, Map<String, List<String>> set, Set<String> unset)
      throws IOException {
    requirePid(pid);
    set.keySet().forEach(EtcSettings::requireKey);
    unset.forEach(EtcSettings::requireKey);
    SortedMap<String, CfgValue> values = Values.empty();
    set.forEach(
        (key, texts) ->
            values.put(key, texts.size() == 1 ? CfgValue.of(texts.get(0)) : CfgValue.of(texts)));
    live.update(pid, values, unset);
  }

  @Override
  public void delete(String pid) throws IOException {
    requirePid(pid);
    live.delete(pid);
  }

  private static void requirePid(String pid) {
    if (!PID.matcher(pid).matches()) {
      throw new IllegalArgumentException(
          "\""
              + pid
              + "\" is no name of a configuration: letters, digits, '.', '_' and '-', for one"
              + " of a factory ~NAME behind it");
    }
    PidFileNames.fileName(pid);
  }

  private static void requireKey(String key) {
    if (!KEY.matcher(key).matches() || Values.isReserved(key)) {
      throw new IllegalArgumentException(
          "\"" + key + "\" is no key that can be set: letters, digits, '.', '_' and '-'");
    }
  }
}
