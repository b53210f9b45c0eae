package dev.talaria.admin;

import dev.talaria.api.Subscription;
import dev.talaria.api.ToolFilter;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Binds the sessions of a principal to a part of the tools, whatever they ask for. A core bundle
 * may offer one as a service; with several, a tool has to pass all. One that throws lets nothing
 * through. Thread-safe.
 */
@ConsumerType
public interface PrincipalFilter {
  /**
   * Returns which tools a principal's sessions may have at most. Asked when a session opens, and
   * again for the principals of open sessions after a change. Answers at once.
   *
   * @param principal as {@link SessionSpec#principal()}
   * @return never null; {@link ToolFilter#ALL} binds nothing
   */
  ToolFilter filterOf(String principal);

  /** Runs the action after each change of what {@link #filterOf} returns, until closed. */
  Subscription onChange(Runnable action);
}
