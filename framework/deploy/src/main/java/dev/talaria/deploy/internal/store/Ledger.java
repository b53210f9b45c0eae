package dev.talaria.deploy.internal.store;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the agent remembers over restarts: the place of each owner in the order of plugins, the last
 * content of each that ran, what each file was taken as, and which contents broke a start. Used by
 * the agent's thread only.
 */
public final class Ledger {
  /**
   * An owner of tools.
   *
   * @param sequence its place in the order of plugins
   * @param good the last content that ran, while a file stands for the owner
   */
  public record Owner(long sequence, Optional<String> good) {}

  /**
   * A file as it was taken.
   *
   * @param sha256 of its content
   * @param symbolicName of the bundle in it
   * @param taken a number that grows with every content taken
   */
  public record Taken(String sha256, String symbolicName, long taken) {}

  private final Map<String, Owner> owners = new TreeMap<>();
  private final Map<String, Taken> files = new TreeMap<>();
  private final Map<String, String> signers = new TreeMap<>();
  private final Map<String, Integer> brokenStarts = new TreeMap<>();
  private long lastSequence;
  private long lastTaken;
  private boolean changed;

  /** Returns an owner's record, if it has one. */
  public Optional<Owner> owner(String symbolicName) {
    return Optional.ofNullable(owners.get(symbolicName));
  }

  /** Returns an owner's place, given to it now if it has none. */
  public long sequence(String symbolicName) {
    Owner owner = owners.get(symbolicName);
    if (owner == null) {
      owner = new Owner(++lastSequence, Optional.empty());
      owners.put(symbolicName, owner);
      changed = true;
    }
    return owner.sequence();
  }

  /** Records the content that runs well for an owner. */
  public void good(String symbolicName, String sha256) {
    put(symbolicName, new Owner(sequence(symbolicName), Optional.of(sha256)));
    changed |= brokenStarts.remove(sha256) != null;
  }

  /** Forgets the last good content of an owner, who keeps its place. */
  public void withdraw(String symbolicName) {
    owner(symbolicName)
        .ifPresent(owner -> put(symbolicName, new Owner(owner.sequence(), Optional.empty())));
  }

  /** Returns the last good content of each owner that has one, by symbolic name. */
  public Map<String, String> good() {
    Map<String, String> good = new TreeMap<>();
    owners.forEach((name, owner) -> owner.good().ifPresent(sha256 -> good.put(name, sha256)));
    return good;
  }

  /** Forgets an owner; it gets a new place when it comes again. */
  public void forget(String symbolicName) {
    changed |= owners.remove(symbolicName) != null | signers.remove(symbolicName) != null;
  }

  private void put(String symbolicName, Owner owner) {
    changed |= !owner.equals(owners.put(symbolicName, owner));
  }

  /** Returns the SHA-256 of the certificate that an owner is bound to, if it is. */
  public Optional<String> signer(String symbolicName) {
    return Optional.ofNullable(signers.get(symbolicName));
  }

  /** Binds an owner to a signer until it is forgotten. */
  public void bind(String symbolicName, String signer) {
    changed |= !signer.equals(signers.put(symbolicName, signer));
  }

  /** Returns what a file was last taken as. */
  public Optional<Taken> file(String name) {
    return Optional.ofNullable(files.get(name));
  }

  /** Records what a file is taken as; the same content again keeps its number. */
  public Taken take(String name, Content content) {
    Taken before = files.get(name);
    if (before != null && before.sha256().equals(content.sha256())) {
      return before;
    }
    Taken taken = new Taken(content.sha256(), content.symbolicName(), ++lastTaken);
    files.put(name, taken);
    changed = true;
    return taken;
  }

  /** Forgets a file that is gone. */
  public void drop(String name) {
    changed |= files.remove(name) != null;
  }

  /** Returns the names of all files that were taken. */
  public Set<String> fileNames() {
    return Set.copyOf(files.keySet());
  }

  /** Returns how often in a row the runtime died while it started a content. */
  public int brokenStarts(String sha256) {
    return brokenStarts.getOrDefault(sha256, 0);
  }

  /** Records that the runtime died while it started a content. */
  public void brokeStart(String sha256) {
    brokenStarts.merge(sha256, 1, Integer::sum);
    changed = true;
  }

  /** Gives a content another chance. */
  public void pardon(String sha256) {
    changed |= brokenStarts.remove(sha256) != null;
  }

  /** Forgets broken starts of contents that are nowhere any more. */
  public void retainBrokenStarts(Set<String> present) {
    changed |= brokenStarts.keySet().retainAll(present);
  }

  boolean isChanged() {
    return changed;
  }

  /** Says that what stands here stands on disk as well. */
  void written() {
    changed = false;
  }

  Map<String, Owner> owners() {
    return owners;
  }

  Map<String, String> signers() {
    return signers;
  }

  Map<String, Taken> files() {
    return files;
  }

  Map<String, Integer> allBrokenStarts() {
    return brokenStarts;
  }

  long lastSequence() {
    return lastSequence;
  }

  long lastTaken() {
    return lastTaken;
  }

  /** Puts back what was read; numbers given out before are never given out again. */
  void restoreCounters(long sequence, long taken) {
    lastSequence = Math.max(lastSequence, sequence);
    lastTaken = Math.max(lastTaken, taken);
  }
}
