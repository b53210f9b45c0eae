package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.bundles.Operation;
import dev.talaria.deploy.internal.bundles.PendingStart;
import dev.talaria.deploy.internal.store.Content;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An owner as the agent drives it. Used by the agent's thread only. */
final class Plugin {
  private final String symbolicName;
  private final Map<String, String> failures = new HashMap<>();
  private final Set<String> unresolved = new HashSet<>();
  private Optional<Deployed> deployed = Optional.empty();
  private Optional<PendingStart> starting = Optional.empty();
  private Optional<Operation> operation = Optional.empty();
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
    return deployed.isPresent() && !isBusy() && (!started || deployed.get().isUnresolved());
  }

  /** The start that takes long, while it does. */
  Optional<PendingStart> starting() {
    return starting;
  }

  void starts(PendingStart now) {
    starting = Optional.of(now);
  }

  /** What is being done to it; what is deployed meanwhile is what was before. */
  Optional<Operation> operation() {
    return operation;
  }

  void begins(Operation now) {
    operation = Optional.of(now);
  }

  void ended() {
    operation = Optional.empty();
  }

  /** Whether something goes on beside the agent that has to end first. */
  boolean isBusy() {
    return starting.isPresent() || operation.isPresent();
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
    unresolved.remove(sha256);
  }

  /** The same of a content that lacks something which another bundle may bring. */
  void unresolved(String sha256, String reason) {
    failures.put(sha256, reason);
    unresolved.add(sha256);
  }

  /** Gives a content another chance. */
  void pardon(String sha256) {
    failures.remove(sha256);
    unresolved.remove(sha256);
  }

  /** Gives those another chance that lacked something; says whether there were any. */
  boolean pardonUnresolved() {
    boolean any = failures.keySet().removeAll(unresolved);
    unresolved.clear();
    return any;
  }

  /** Forgets the failures of contents that are nowhere any more. */
  void retainFailures(Set<String> present) {
    failures.keySet().retainAll(present);
    unresolved.retainAll(present);
  }
}
