package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.PolicyView;
import dev.talaria.admin.SettingsStatus;
import dev.talaria.admin.ToolEvent;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.policy.PolicyReader;
import dev.talaria.registry.internal.policy.SearchReader;
import dev.talaria.registry.internal.policy.ToolsetReader;
import dev.talaria.registry.internal.table.TablePublisher;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the policy and the limits as the configuration says, read raw: no plugin of Config Admin
 * sees the values on their way.
 *
 * <p>Read on the thread {@code talaria-registry-policy}, once at the start and after each event; an
 * event during a reading causes one more. So there is never more than one reader, and the last
 * reading is never older than the last event.
 */
final class PolicyWatch implements ConfigurationListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyWatch.class);

  private static final String UNSET = "unset";

  /** Values that the history of a name repeats. */
  private static final int MAX_TOLD = 3;

  private static final Duration FIRST_TIMEOUT = Duration.ofSeconds(10);
  private static final Set<String> PIDS =
      Set.of(Policy.REGISTRY_PID, ToolsetReader.FILTER_PID, SearchReader.PID);
  private static final Set<String> FACTORY_PIDS =
      Set.of(Policy.PLUGIN_FACTORY_PID, ToolsetReader.FACTORY_PID);
  private static final String CONFIGURATIONS =
      PIDS.stream()
              .map(pid -> "(" + Constants.SERVICE_PID + "=" + pid + ")")
              .collect(Collectors.joining("", "(|", ""))
          + FACTORY_PIDS.stream()
              .map(pid -> "(" + ConfigurationAdmin.SERVICE_FACTORYPID + "=" + pid + ")")
              .collect(Collectors.joining("", "", ")"));

  private final ConfigurationAdmin configurations;
  private final Supplier<SettingsStatus> status;
  private final TablePublisher publisher;
  private final ToolsetSettings toolsets;
  private final AuditLog audit;
  private final Runnable decided;
  private final ThreadPoolExecutor thread;

  private final CountDownLatch firstReading = new CountDownLatch(1);
  private volatile Limits limits = Limits.DEFAULT;
  private volatile PolicyView view = new PolicyView(List.of());

  /** Touched by the reading thread only. */
  private PolicyReader.Reading last = PolicyReader.Reading.NONE;

  /** Touched by the reading thread only. */
  private List<PolicyView.Value> lastOffered = List.of();

  /** Touched by the reading thread only. */
  private Set<String> warned = Set.of();

  /**
   * Creates the watch.
   *
   * @param status gives the service that knows of unreadable files, or null while there is none
   * @param decided run when the policy has changed and is published
   */
  PolicyWatch(
      ConfigurationAdmin configurations,
      Supplier<SettingsStatus> status,
      TablePublisher publisher,
      ToolsetSettings toolsets,
      AuditLog audit,
      Runnable decided) {
    this.configurations = configurations;
    this.status = status;
    this.publisher = publisher;
    this.toolsets = toolsets;
    this.audit = audit;
    this.decided = decided;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            // One reading that is still to come sees whatever more happens until it begins.
            new ArrayBlockingQueue<>(1),
            task -> {
              Thread made = new Thread(task, "talaria-registry-policy");
              made.setDaemon(true);
              return made;
            },
            new ThreadPoolExecutor.DiscardPolicy());
  }

  Limits limits() {
    return limits;
  }

  PolicyView view() {
    return view;
  }

  /**
   * Reads and waits until that is done.
   *
   * @throws IllegalStateException if Config Admin does not answer
   */
  void readFirst() {
    readSoon();
    try {
      if (!firstReading.await(FIRST_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "Config Admin did not give the policy within " + FIRST_TIMEOUT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the policy was read", e);
    }
  }

  /** Reads soon. */
  void readSoon() {
    thread.execute(
        () -> {
          read();
          firstReading.countDown();
        });
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    String factoryPid = event.getFactoryPid();
    if (factoryPid == null ? PIDS.contains(event.getPid()) : FACTORY_PIDS.contains(factoryPid)) {
      readSoon();
    }
  }

  private void read() {
    // Asked before the values are read and again after it: the status turns good only once the new
    // values are live, and one that turns bad meanwhile counts.
    SettingsStatus known = status.get();
    Set<String> unreadable = new HashSet<>(known == null ? Set.of() : known.unreadable());
    Map<String, Map<String, Object>> raw;
    try {
      raw = raw();
    } catch (IOException | InvalidSyntaxException | RuntimeException e) {
      LOG.error("The policy cannot be read from Config Admin; what opens doors is closed", e);
      take(Map.of(), everything(Map.of()), false);
      return;
    }
    if (known == null || known != status.get()) {
      // Nobody can say whether the files are whole: as if none were.
      take(raw, everything(raw), false);
      return;
    }
    unreadable.addAll(known.unreadable());
    take(raw, unreadable, true);
  }

  private Set<String> everything(Map<String, Map<String, Object>> raw) {
    Set<String> all = new HashSet<>(raw.keySet());
    all.add(Policy.REGISTRY_PID);
    last.policy().plugins().keySet().forEach(name -> all.add(Policy.pluginPid(name)));
    return all;
  }

  private Map<String, Map<String, Object>> raw() throws IOException, InvalidSyntaxException {
    Map<String, Map<String, Object>> raw = new HashMap<>();
    Configuration[] all = configurations.listConfigurations(CONFIGURATIONS);
    for (Configuration configuration : all == null ? new Configuration[0] : all) {
      Dictionary<String, Object> properties = configuration.getProperties();
      if (properties != null) {
        Map<String, Object> values = new HashMap<>();
        for (String key : Collections.list(properties.keys())) {
          values.put(key, properties.get(key));
        }
        raw.put(configuration.getPid(), values);
      }
    }
    return raw;
  }

  /**
   * Takes what was read.
   *
   * @param sure whether it is known which files cannot be read; otherwise it is feared of all
   */
  private void take(Map<String, Map<String, Object>> raw, Set<String> unreadable, boolean sure) {
    PolicyReader.Reading reading = PolicyReader.read(raw, unreadable, last);
    List<String> warnings = new ArrayList<>(reading.warnings());
    limits = Limits.read(raw.getOrDefault(Policy.REGISTRY_PID, Map.of()), limits, warnings);
    ToolsetReader.Reading offered = toolsets.take(raw, unreadable, sure, warnings);
    warnings.stream().filter(warning -> !warned.contains(warning)).forEach(LOG::warn);
    List<String> alarms = new ArrayList<>(offered.alarms());
    if (sure) {
      alarms.addAll(reading.alarms());
    }
    alarms.stream().filter(alarm -> !warned.contains(alarm)).forEach(LOG::error);
    warned = Stream.concat(warnings.stream(), alarms.stream()).collect(Collectors.toSet());
    PolicyView before = view;
    List<PolicyView.Value> values = new ArrayList<>(reading.view().values());
    values.addAll(offered.view());
    view = new PolicyView(values);
    boolean changes = !reading.policy().equals(last.policy());
    last = reading;
    Map<String, String> changed =
        changes || !offered.view().equals(lastOffered) ? changed(before, view) : Map.of();
    lastOffered = offered.view();
    if (changes) {
      publisher.apply(
          new InputChange.Decided(reading.policy()),
          new Occasion(ToolEvent.POLICY, shortened(changed)));
      decided.run();
    }
  }

  /**
   * Tells what is different, in one line, and returns it. That a default holds of what was not
   * there, or the other way round, is no difference.
   */
  private Map<String, String> changed(PolicyView before, PolicyView after) {
    Map<String, String> changed = new LinkedHashMap<>();
    List<String> told = new ArrayList<>();
    Map<String, PolicyView.Value> old = byKey(before);
    byKey(after)
        .forEach(
            (key, value) -> {
              PolicyView.Value was = old.remove(key);
              if (was == null ? !isDefault(value) : !value.effective().equals(was.effective())) {
                told.add(record(key, was == null ? UNSET : was.effective(), value.effective()));
                changed.put(key, value.effective());
              }
            });
    old.forEach(
        (key, was) -> {
          if (!isDefault(was)) {
            told.add(record(key, was.effective(), UNSET));
            changed.put(key, UNSET);
          }
        });
    if (!told.isEmpty()) {
      LOG.info("Policy: {}", String.join("; ", told));
    }
    return changed;
  }

  private static boolean isDefault(PolicyView.Value value) {
    return value.raw().isEmpty() && value.source().equals(PolicyReader.DEFAULT);
  }

  private static String shortened(Map<String, String> changed) {
    return changed.entrySet().stream()
            .limit(MAX_TOLD)
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(", "))
        + (changed.size() > MAX_TOLD ? ", ..." : "");
  }

  /** Audits a change, and returns it in words. */
  private String record(String key, String was, String is) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("key", key);
    details.put("value", is);
    details.put("was", was);
    audit.record("policy.changed", details);
    return key + " is " + is + " now, was " + was;
  }

  private static Map<String, PolicyView.Value> byKey(PolicyView view) {
    Map<String, PolicyView.Value> values = new LinkedHashMap<>();
    view.values().forEach(v -> values.put(v.pid() + "/" + v.key(), v));
    return values;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
