package dev.talaria.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears of published changes, in the order of their generations, on one thread of the registry,
 * with no lock held. A listener that is slow delays the other listeners: hand work over.
 */
@ConsumerType
@FunctionalInterface
public interface ToolListener {
  /** Called after the change was published; an exception is logged and stops nobody else. */
  void toolsChanged(ToolChange change);
}
