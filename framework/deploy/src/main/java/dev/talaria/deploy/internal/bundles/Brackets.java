package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployments;
import dev.talaria.api.Subscription;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The registry's brackets, which are one an owner at a time, for several who want the same one: an
 * owner may be updated while a bundle that it is wired to is refreshed. Thread-safe; the lock is
 * not held while the registry publishes.
 */
final class Brackets {
  private final Deployments deployments;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closed = lock.newCondition();

  /** By owner, guarded by the lock. */
  private final Map<String, Shared> open = new HashMap<>();

  private static final class Shared {
    private Subscription bracket;
    private int holders;
  }

  Brackets(Deployments deployments) {
    this.deployments = deployments;
  }

  /** Opens the bracket of an owner, or holds the one that is open. */
  Subscription open(String symbolicName) {
    lock.lock();
    try {
      Shared shared = open.get(symbolicName);
      while (shared != null && shared.holders == 0) {
        closed.awaitUninterruptibly(); // The registry is just publishing; it waits for nobody.
        shared = open.get(symbolicName);
      }
      if (shared == null) {
        shared = new Shared();
        shared.bracket = deployments.bracket(symbolicName);
        open.put(symbolicName, shared);
      }
      shared.holders++;
    } finally {
      lock.unlock();
    }
    AtomicBoolean held = new AtomicBoolean(true);
    return () -> {
      if (held.getAndSet(false)) {
        release(symbolicName);
      }
    };
  }

  private void release(String symbolicName) {
    Shared shared;
    lock.lock();
    try {
      shared = open.get(symbolicName);
      if (--shared.holders > 0) {
        return;
      }
    } finally {
      lock.unlock();
    }
    try {
      shared.bracket.close();
    } finally {
      lock.lock();
      try {
        open.remove(symbolicName);
        closed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
