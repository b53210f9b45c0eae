package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.bundles.PendingStart;
import dev.talaria.deploy.internal.store.Content;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An owner as the agent drives it. Used by the agent's thread only. */
final class Plugin {
  private final String symbolicName;
  private final Map<String, String> failures = new HashMap<>();
  private Optional<Deployed> deployed = Optional.empty();
  private Optional<PendingStart> starting = Optional.empty();
  private boolean started;
  private String waitsFor = "";

  Plugin(String symbolicName) {
    this.symbolicName = symbolicName;
  }

  String symbolicName() {
    return symbolicName;
  }

  Optional<Deployed> deployed() {
    return deployed;
  }

  Optional<Content> content() {
    return deployed.map(Deployed::content);
  }

  /** Whether what is installed has still to be started, or lost what it needs. */
  boolean isWaiting() {
    return deployed.isPresent()
        && starting.isEmpty()
        && (!started || deployed.get().isUnresolved());
  }

  /** The start that takes long, while it does. */
  Optional<PendingStart> starting() {
    return starting;
  }

  void starts(PendingStart now) {
    starting = Optional.of(now);
  }

  /** What it waits for, while it does. */
  String waitsFor() {
    return waitsFor;
  }

  void installed(Deployed now) {
    starting = Optional.empty();
    deployed = Optional.of(now);
    started = false;
    waitsFor = "";
  }

  void running(Deployed now) {
    starting = Optional.empty();
    deployed = Optional.of(now);
    started = true;
    waitsFor = "";
  }

  void waits(String reason) {
    starting = Optional.empty();
    started = false;
    waitsFor = reason;
  }

  void gone() {
    starting = Optional.empty();
    deployed = Optional.empty();
    started = false;
    waitsFor = "";
  }

  /** Why a content failed, if it did. */
  Optional<String> failure(String sha256) {
    return Optional.ofNullable(failures.get(sha256));
  }

  void failed(String sha256, String reason) {
    failures.put(sha256, reason);
  }

  /** Gives a content another chance. */
  void pardon(String sha256) {
    failures.remove(sha256);
  }

  /** Forgets the failures of contents that are nowhere any more. */
  void retainFailures(Set<String> present) {
    failures.keySet().retainAll(present);
  }
}
