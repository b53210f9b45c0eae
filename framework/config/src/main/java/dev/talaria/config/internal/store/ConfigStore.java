package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.ClosingKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of the configurations: for each PID what Config Admin holds and which content of
 * its file was taken.
 *
 * <p>A change that comes from Config Admin is written as a difference: only keys whose value
 * changed are touched, so comments, order, references to the environment and a value that was not
 * taken stay as the operator wrote them. What comes from the file is not written at all.
 *
 * <p>Called by Config Admin with its own lock held, from any thread, and by the one thread that has
 * the turn to change configurations. The one lock here guards the state and the files of {@code
 * etc/}; nobody else's code runs under it.
 */
public final class ConfigStore {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigStore.class);

  private static final int WRITE_ATTEMPTS = 10;

  private final EtcFolder folder;
  private final LastGood lastGood;
  private final ChangeLog changes = new ChangeLog();
  private final StatusChanges statusChanges = new StatusChanges();

  private final Object lock = new Object();
  private final SortedMap<String, Stored> entries = new TreeMap<>();
  private String folderProblem;
  private long statusVersion;

  public ConfigStore(EtcFolder folder, LastGood lastGood) {
    this.folder = folder;
    this.lastGood = lastGood;
  }

  public EtcFolder folder() {
    return folder;
  }

  public ChangeLog changes() {
    return changes;
  }

  /**
   * Reads all files, before anybody asks. Of what cannot be read the last good values hold, with
   * what they open closed; where none are known, it is no configuration.
   */
  public void readAll() throws IOException {
    synchronized (lock) {
      Set<String> pids = folder.pids();
      lastGood.retain(pids);
      for (String pid : pids) {
        Stored entry = entry(pid);
        Reading reading = folder.read(pid);
        if (reading instanceof Reading.Readable readable) {
          entry.held = withoutReserved(readable.values());
          entry.takenHash = readable.hash();
          lastGood.save(pid, readable.document(), entry.held);
        } else if (reading instanceof Reading.Unreadable broken) {
          entry.unreadable = broken.problem();
          entry.takenHash = broken.hash();
          Optional<SortedMap<String, CfgValue>> known = lastGood.load(pid);
          entry.held = known.or(() -> DoorKeys.least(pid)).orElse(null);
          tellBroken(pid, broken.problem(), known.isPresent());
        }
      }
    }
  }

  private static void tellBroken(String pid, CfgProblem problem, boolean known) {
    if (known) {
      LOG.warn(
          "{}; what it opens is closed, everything else is as the last good reading said",
          problem.sentence());
    } else {
      LOG.error("{}; {}", problem.sentence(), DoorKeys.withoutGoodValues(pid));
    }
  }

  static SortedMap<String, CfgValue> withoutReserved(SortedMap<String, CfgValue> values) {
    SortedMap<String, CfgValue> own = Values.empty();
    own.putAll(values);
    own.keySet().removeIf(Values::isReserved);
    return own;
  }

  private Stored entry(String pid) {
    return entries.computeIfAbsent(pid, p -> new Stored());
  }

  // ---- Config Admin's side: from any thread, with its lock held

  /** Returns what Config Admin holds of a PID. */
  public Optional<SortedMap<String, CfgValue>> held(String pid) {
    synchronized (lock) {
      Stored entry = entries.get(pid);
      return entry == null ? Optional.empty() : Optional.ofNullable(entry.held);
    }
  }

  /** Returns all that Config Admin holds, a copy. */
  SortedMap<String, SortedMap<String, CfgValue>> held() {
    synchronized (lock) {
      SortedMap<String, SortedMap<String, CfgValue>> all = new TreeMap<>();
      entries.forEach(
          (pid, entry) -> {
            if (entry.held != null) {
              all.put(pid, entry.held);
            }
          });
      return all;
    }
  }

  /** Takes what Config Admin holds from now on, and writes what is not in the file yet. */
  void store(String pid, SortedMap<String, CfgValue> values) throws IOException {
    synchronized (lock) {
      Stored entry = entry(pid);
      if (entry.expected instanceof Expectation.FromFile expected
          && expected.values().equals(values)) {
        note(pid, entry, values, Change.FILE);
      } else {
        write(pid, entry, values);
      }
    }
  }

  private void write(String pid, Stored entry, SortedMap<String, CfgValue> values)
      throws IOException {
    boolean command =
        entry.expected instanceof Expectation.FromCommand expected
            && expected.values().equals(values);
    SortedMap<String, CfgValue> before = entry.held == null ? Values.empty() : entry.held;
    Set<String> keys = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    keys.addAll(Values.difference(before, values));
    if (command) {
      keys.addAll(((Expectation.FromCommand) entry.expected).keys());
    }
    if (keys.isEmpty() && entry.held != null) {
      return;
    }
    refuseMistyped(pid, values);
    for (int attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      Reading onDisk = folder.read(pid);
      CfgDocument document = changed(onDisk, keys, values);
      Optional<String> hash = folder.write(pid, document, onDisk);
      if (hash.isPresent()) {
        // An outside edit that was not taken yet is in the file as well: its turn comes.
        if (!(entry.expected instanceof Expectation.FromFile) && wasTaken(entry, onDisk)) {
          entry.takenHash = hash.get();
        }
        note(pid, entry, values, command ? Change.COMMAND : Change.BUNDLE);
        lastGood.save(pid, document, values);
        return;
      }
    }
    throw new IOException(
        folder.displayName(pid) + " is changed again and again; nothing was changed, try again");
  }

  private void refuseMistyped(String pid, SortedMap<String, CfgValue> values) throws IOException {
    Optional<CfgProblem> mistyped =
        ClosingKeys.problem(pid, folder.displayName(pid), values.keySet());
    if (mistyped.isPresent()) {
      throw new IOException(mistyped.get().sentence() + "; nothing was changed");
    }
  }

  private static CfgDocument changed(
      Reading reading, Set<String> keys, SortedMap<String, CfgValue> values) throws IOException {
    CfgDocument document = CfgDocument.empty();
    if (reading instanceof Reading.Unreadable broken) {
      throw new IOException(
          broken.problem().sentence() + "; mend the file first, nothing was changed");
    } else if (reading instanceof Reading.Readable readable) {
      document = readable.document();
    }
    for (String key : keys) {
      CfgValue value = values.get(key);
      document = value == null ? document.without(key) : document.with(key, value);
    }
    return document;
  }

  private static boolean wasTaken(Stored entry, Reading reading) {
    return reading instanceof Reading.Readable readable
        ? readable.hash().equals(entry.takenHash)
        : entry.takenHash == null;
  }

  private void note(String pid, Stored entry, SortedMap<String, CfgValue> values, String by) {
    SortedMap<String, CfgValue> before = entry.held == null ? Values.empty() : entry.held;
    changes.add(new Change(pid, Values.difference(before, values), by, false));
    entry.held = values;
  }

  /** Drops what Config Admin holds no more, and its file. */
  void delete(String pid) throws IOException {
    synchronized (lock) {
      Stored entry = entries.get(pid);
      if (entry == null) {
        return;
      }
      String by = Change.BUNDLE;
      if (entry.expected instanceof Expectation.Forgotten forgotten) {
        by = forgotten.by();
      } else if (entry.expected instanceof Expectation.Deleted) {
        by = Change.COMMAND;
      } else {
        folder.delete(pid);
      }
      forget(pid, entry, by);
    }
  }

  private void forget(String pid, Stored entry, String by) {
    entries.remove(pid);
    lastGood.delete(pid);
    if (entry.unreadable != null) {
      statusVersion++;
    }
    if (entry.held != null) {
      changes.add(new Change(pid, entry.held.keySet(), by, true));
    }
  }

  // ---- this bundle's side: all of it by one thread at a time, which holds the turn

  /** Returns all PIDs that have a file or a configuration; notes whether the folder can be read. */
  public Set<String> lookAround() {
    Set<String> pids = new TreeSet<>();
    synchronized (lock) {
      String problem = null;
      try {
        pids.addAll(folder.pids());
        pids.addAll(entries.keySet());
      } catch (IOException e) {
        // Missing files are deletions only where the folder itself is there.
        problem = "the folder " + folder.path() + " cannot be read: " + e;
      }
      if ((problem == null) != (folderProblem == null)) {
        statusVersion++;
        if (problem != null) {
          LOG.warn("{}; the configuration stays as it was, what opens a door is closed", problem);
        }
      }
      folderProblem = problem;
    }
    return pids;
  }

  /** Returns whether the file of a PID is not the one that was taken. */
  public boolean isStale(String pid) {
    synchronized (lock) {
      Stored entry = entries.get(pid);
      String taken = entry == null ? null : entry.takenHash;
      Reading reading = folder.read(pid);
      if (reading instanceof Reading.Readable readable) {
        return !readable.hash().equals(taken);
      }
      if (reading instanceof Reading.Unreadable broken) {
        return broken.hash().isEmpty() || !broken.hash().equals(taken);
      }
      return entry != null && (entry.held != null || entry.unreadable != null);
    }
  }

  /**
   * Reads a file in order to take it. One that cannot be read counts as such from here on.
   *
   * @return what is in the file, and what Config Admin holds
   */
  public Look look(String pid) {
    synchronized (lock) {
      Reading reading = folderProblem == null ? folder.read(pid) : unreadableFolder(pid);
      Stored entry = entries.get(pid);
      SortedMap<String, CfgValue> held = entry == null ? null : entry.held;
      boolean news = false;
      if (reading instanceof Reading.Unreadable broken) {
        entry = entry(pid);
        news = !broken.problem().equals(entry.unreadable);
        if (entry.unreadable == null) {
          statusVersion++;
        }
        entry.unreadable = broken.problem();
        entry.takenHash = broken.hash();
      }
      return new Look(reading, Optional.ofNullable(held), news);
    }
  }

  private Reading unreadableFolder(String pid) {
    return new Reading.Unreadable(
        "", new CfgProblem(folder.displayName(pid), 0, "", folderProblem));
  }

  /** Says that Config Admin will be told these values, which come from the file. */
  public void expectFromFile(String pid, SortedMap<String, CfgValue> values) {
    expect(pid, new Expectation.FromFile(values));
  }

  /** Says that Config Admin will be told these values, because of a command that names the keys. */
  public void expectFromCommand(String pid, SortedMap<String, CfgValue> values, Set<String> keys) {
    expect(pid, new Expectation.FromCommand(values, keys));
  }

  /** Says that Config Admin will drop the configuration, since its file is gone. */
  public void expectFileGone(String pid) {
    expect(pid, new Expectation.Forgotten(Change.FILE));
  }

  /** Says that Config Admin will drop a configuration that came to nothing. */
  public void expectUndone(String pid) {
    expect(pid, new Expectation.Forgotten(Change.COMMAND));
  }

  private void expect(String pid, Expectation expectation) {
    synchronized (lock) {
      entry(pid).expected = expectation;
    }
  }

  /** Ends what was expected. */
  public void expectNothing(String pid) {
    synchronized (lock) {
      Stored entry = entries.get(pid);
      if (entry != null) {
        entry.expected = null;
        if (entry.held == null && entry.unreadable == null) {
          entries.remove(pid);
        }
      }
    }
  }

  /**
   * Notes that a file was taken: Config Admin holds what it says. Only now it counts as readable,
   * so that nobody sees an old value under a file that is whole again.
   */
  public void taken(String pid, Reading.Readable file) {
    synchronized (lock) {
      Stored entry = entry(pid);
      entry.takenHash = file.hash();
      if (entry.held != null) {
        lastGood.save(pid, file.document(), entry.held);
      }
      if (entry.unreadable != null) {
        entry.unreadable = null;
        statusVersion++;
      }
    }
  }

  /** Removes the file of a PID for a command, and then expects Config Admin to drop it. */
  public void deleteFile(String pid) throws IOException {
    synchronized (lock) {
      folder.delete(pid);
      entry(pid).expected = new Expectation.Deleted();
    }
  }

  /** Drops a PID that Config Admin does not know. */
  public void forget(String pid) {
    synchronized (lock) {
      Stored entry = entries.get(pid);
      if (entry != null) {
        forget(pid, entry, Change.FILE);
      }
    }
  }

  /** Notes what is wrong with single keys; returns the problems that are new. */
  public List<CfgProblem> noteProblems(String pid, List<CfgProblem> problems) {
    synchronized (lock) {
      Stored entry = entries.get(pid);
      if (entry == null) {
        return List.of();
      }
      List<CfgProblem> news = new ArrayList<>(problems);
      news.removeAll(entry.problems);
      entry.problems = List.copyOf(problems);
      return news;
    }
  }

  // ---- status

  /** Returns why the file of a PID cannot be read. */
  public Optional<CfgProblem> unreadable(String pid) {
    synchronized (lock) {
      if (folderProblem != null) {
        return Optional.of(((Reading.Unreadable) unreadableFolder(pid)).problem());
      }
      Stored entry = entries.get(pid);
      return entry == null ? Optional.empty() : Optional.ofNullable(entry.unreadable);
    }
  }

  /** Returns the PIDs whose files cannot be read. */
  public Set<String> unreadablePids() {
    synchronized (lock) {
      Set<String> pids = new TreeSet<>();
      entries.forEach(
          (pid, entry) -> {
            if (folderProblem != null || entry.unreadable != null) {
              pids.add(pid);
            }
          });
      return pids;
    }
  }

  public StatusChanges statusChanges() {
    return statusChanges;
  }

  /** Tells who listens, if something changed since they were told last. */
  public void publishStatus() {
    long version;
    synchronized (lock) {
      version = statusVersion;
    }
    statusChanges.publish(version);
  }

  /** Returns why the folder cannot be read. */
  public Optional<String> folderProblem() {
    synchronized (lock) {
      return Optional.ofNullable(folderProblem);
    }
  }

  /** Returns what is wrong with a file, its unreadability first. */
  public List<CfgProblem> problems(String pid) {
    synchronized (lock) {
      List<CfgProblem> all = new ArrayList<>();
      Stored entry = entries.get(pid);
      if (entry != null) {
        if (entry.unreadable != null) {
          all.add(entry.unreadable);
        }
        all.addAll(entry.problems);
      }
      return all;
    }
  }
}
