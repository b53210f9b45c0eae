package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Enumeration;
import java.util.List;
import java.util.SortedMap;
import org.apache.felix.cm.PersistenceManager;

/**
 * Config Admin's view of {@code etc/}: adds to the values of a file the properties by which Config
 * Admin keeps its books, and takes them off again. Thread-safe, as what it stands on.
 */
@SuppressWarnings("rawtypes") // the interface is older than generics
public final class EtcPersistenceManager implements PersistenceManager {
  /** Every configuration may go to every bundle: an update of a plugin must find its own again. */
  private static final String ANY_LOCATION = "?";

  private final ConfigStore store;
  private final FactoryPids factoryPids;

  public EtcPersistenceManager(ConfigStore store, FactoryPids factoryPids) {
    this.store = store;
    this.factoryPids = factoryPids;
  }

  @Override
  public boolean exists(String pid) {
    return store.held(pid).isPresent();
  }

  @Override
  public Dictionary load(String pid) throws IOException {
    return store
        .held(pid)
        .map(values -> properties(pid, values))
        .orElseThrow(() -> new IOException("there is no configuration " + pid));
  }

  @Override
  public Enumeration getDictionaries() {
    List<Dictionary> all = new ArrayList<>();
    store.held().forEach((pid, values) -> all.add(properties(pid, values)));
    return Collections.enumeration(all);
  }

  private Dictionary<String, Object> properties(String pid, SortedMap<String, CfgValue> values) {
    Dictionary<String, Object> properties = Values.toProperties(values);
    properties.put(Values.PID, pid);
    factoryPids.factoryOf(pid).ifPresent(f -> properties.put(Values.FACTORY_PID, f));
    properties.put(Values.LOCATION, ANY_LOCATION);
    return properties;
  }

  @Override
  public void store(String pid, Dictionary properties) throws IOException {
    if (properties.get(Values.PID) == null) {
      // Which bundle got which unbound configuration: not worth keeping, since here none is bound.
      return;
    }
    if (properties.get(Values.NEW) != null) {
      // Somebody asked for it and nobody has said anything yet: no reason for a file.
      return;
    }
    SortedMap<String, CfgValue> values;
    try {
      store.folder().displayName(pid);
      values = Values.ofProperties(properties);
    } catch (IllegalArgumentException e) {
      throw new IOException("configuration " + pid + " cannot be stored: " + e.getMessage(), e);
    }
    if (properties.get(Values.FACTORY_PID) instanceof String factory) {
      factoryPids.record(pid, factory);
    }
    store.store(pid, values);
  }

  @Override
  public void delete(String pid) throws IOException {
    store.delete(pid);
    factoryPids.forget(pid);
  }
}
