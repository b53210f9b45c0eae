package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgException;
import dev.talaria.formats.cfg.CfgFiles;
import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.PidFileNames;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last values of each configuration that took effect, in files of their own: a runtime that
 * starts while a file of {@code etc/} cannot be read still knows what was closed. Guarded by the
 * store's lock.
 *
 * <p>References to the environment are kept as such, since they are how operators keep secrets off
 * the disk; but not in keys that close a door, which must hold when the variable is gone.
 */
public final class LastGood {
  private static final Logger LOG = LoggerFactory.getLogger(LastGood.class);

  private final Path folder;
  private final UnaryOperator<String> environment;

  /**
   * Creates the memory.
   *
   * @param folder where the files are; made when there is something to write
   * @param environment gives the value of a variable, or null
   */
  public LastGood(Path folder, UnaryOperator<String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  private Path file(String pid) {
    return folder.resolve(PidFileNames.fileName(pid));
  }

  /** Returns the values of a PID that took effect last, everything closed that a key could open. */
  Optional<SortedMap<String, CfgValue>> load(String pid) {
    Path file = file(pid);
    try {
      CfgDocument document = CfgDocument.parse(file.toString(), CfgFiles.readBytes(file));
      return Optional.of(DoorKeys.closed(resolved(file.toString(), document)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.error("the last good values of {} are lost: {}", pid, e.getMessage());
      return Optional.empty();
    }
  }

  /** What refers to a variable that is not set any more is the only thing that is left out. */
  private SortedMap<String, CfgValue> resolved(String name, CfgDocument document)
      throws CfgException {
    CfgDocument rest = document;
    while (true) {
      try {
        return rest.values(name, environment);
      } catch (CfgException e) {
        CfgDocument less = rest.without(e.problem().key());
        if (less == rest) {
          throw e;
        }
        LOG.warn("{}; the last good value is not known either", e.problem().sentence());
        rest = less;
      }
    }
  }

  /**
   * Keeps what took effect.
   *
   * @param document the file as it is
   * @param effective what of it, or instead of it, is in effect
   */
  void save(String pid, CfgDocument document, SortedMap<String, CfgValue> effective) {
    Path file = file(pid);
    try {
      SortedMap<String, CfgValue> said = document.values(file.toString(), environment);
      CfgDocument kept = document;
      for (String key : document.keys()) {
        kept = effective.containsKey(key) ? kept : kept.without(key);
      }
      for (String key : effective.keySet()) {
        CfgValue value = effective.get(key);
        if (DoorKeys.closes(key) || !value.equals(said.get(key))) {
          kept = kept.with(key, value);
        }
      }
      byte[] bytes = kept.toBytes();
      if (!Arrays.equals(bytes, existing(file))) {
        EtcFolder.createPrivate(folder);
        CfgFiles.write(file, bytes);
      }
    } catch (IOException e) {
      // The change itself is good and in effect; refusing it would help nobody.
      LOG.error(
          "the values of {} could not be kept for a start at which its file is broken: {}",
          pid,
          e.toString());
    }
  }

  private static byte[] existing(Path file) {
    try {
      return CfgFiles.readBytes(file);
    } catch (IOException e) {
      return null;
    }
  }

  /** Forgets a configuration that was deleted. */
  void delete(String pid) {
    try {
      Files.deleteIfExists(file(pid));
    } catch (IOException e) {
      LOG.warn("the last good values of {}, which was deleted, remain: {}", pid, e.toString());
    }
  }

  /** Forgets what was deleted while nobody looked. */
  void retain(Set<String> pids) {
    List<String> gone = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.cfg")) {
      for (Path file : files) {
        PidFileNames.pid(file.getFileName().toString())
            .filter(pid -> !pids.contains(pid))
            .ifPresent(gone::add);
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("{} cannot be looked through: {}", folder, e.toString());
    }
    gone.forEach(this::delete);
  }
}
