package dev.talaria.admin;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Whether the file of a configuration can be read at the moment. The registry asks this so that
 * opening keys count as closed while an operator's file is broken. Thread-safe.
 */
@ProviderType
public interface SettingsStatus {
  /** Returns whether the PID has a file that cannot be read now. */
  boolean isUnreadable(String pid);

  /** Returns the PIDs whose files cannot be read now; factory PIDs with their {@code ~name}. */
  java.util.Set<String> unreadable();

  /** Runs the action after each change of what is unreadable, until closed. */
  dev.talaria.api.Subscription onChange(Runnable action);
}
