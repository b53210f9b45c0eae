package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgFiles;
import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.PidFileNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which configurations belong to a factory. Their PIDs say so ({@code factory~name}), except for
 * those whose PID Config Admin made up: those are listed in a file of their own, since {@code
 * service.factoryPid} has no place in what the operator writes. Thread-safe.
 */
public final class FactoryPids {
  private static final Logger LOG = LoggerFactory.getLogger(FactoryPids.class);

  private final Path file;
  private CfgDocument document;
  private SortedMap<String, CfgValue> factories;

  private FactoryPids(Path file, CfgDocument document) throws IOException {
    this.file = file;
    this.document = document;
    this.factories = document.values(file.toString(), name -> null);
  }

  /** Opens the list in a folder, which is made when there is something to write. */
  public static FactoryPids open(Path data) throws IOException {
    Path file = data.resolve("factory-pids.cfg");
    try {
      return new FactoryPids(file, CfgFiles.read(file.toString(), file));
    } catch (IOException e) {
      LOG.warn(
          "configurations of factories with generated PIDs are taken as single ones: {}",
          e.getMessage());
      return new FactoryPids(file, CfgDocument.empty());
    }
  }

  synchronized Optional<String> factoryOf(String pid) {
    CfgValue listed = factories.get(pid);
    return listed == null ? PidFileNames.factoryPid(pid) : Optional.of(listed.texts().get(0));
  }

  synchronized void record(String pid, String factoryPid) throws IOException {
    if (!factoryOf(pid).equals(Optional.of(factoryPid))) {
      write(document.with(pid, CfgValue.of(factoryPid)));
    }
  }

  synchronized void forget(String pid) {
    if (factories.containsKey(pid)) {
      try {
        write(document.without(pid));
      } catch (IOException e) {
        // The configuration is gone; a left-over line only matters if its PID comes back.
        LOG.warn("{} still lists {}: {}", file, pid, e.toString());
      }
    }
  }

  private void write(CfgDocument changed) throws IOException {
    EtcFolder.createPrivate(file.getParent());
    CfgFiles.write(file, changed.toBytes());
    document = changed;
    factories = changed.values(file.toString(), name -> null);
  }
}
