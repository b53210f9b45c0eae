package dev.talaria.admin;

import dev.talaria.api.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;
import org.osgi.framework.Bundle;

/**
 * How the deploy agent tells the registry about deployed bundles; provided by the registry.
 * Thread-safe. A bundle that is neither of the core nor admitted here offers no tools.
 */
@ProviderType
public interface Deployments {
  /**
   * Says which plugins the deploy folder holds, in place of what was said before. The hooks of a
   * plugin that is held, enabled and granted keep their places while they are not there: calls that
   * they are to see wait, and are then refused. Until this is called for the first time every
   * plugin with a grant counts as held.
   */
  void announce(Collection<HeldPlugin> held);

  /**
   * Records who brought a bundle. To be called after it was installed and before it is started. Its
   * candidates are staged until its deployment is promoted.
   */
  void admit(Bundle bundle, Deployment deployment);

  /** Forgets a bundle that is gone or about to be uninstalled, with its candidates. */
  void dismiss(Bundle bundle);

  /**
   * Obtains the objects of the tools and granted hooks of a staged deployment and keeps them, and
   * says what would become of the owner's tools and hooks. Constructors of the bundle run on the
   * calling thread, so give it a thread that may hang. May be asked again: what was obtained stays.
   *
   * @param bundle admitted, started and not promoted
   */
  Staging stage(Bundle bundle);

  /**
   * Lets the tools of a bundle go that another deployment of its owner has taken the place of: they
   * take no new calls; those in flight may run until their own deadlines.
   *
   * @return completes, on any thread, when the calls are back or were answered without their tools;
   *     the bundle can then be stopped
   */
  CompletionStage<Void> retire(Bundle bundle);

  /**
   * Makes a deployment the owner's current one: its candidates take part in resolution, those of
   * the owner's other deployments do not. One change of the table.
   */
  void promote(Deployment deployment);

  /**
   * Holds back what happens to an owner's tools until the bracket is closed: the table keeps its
   * old entries, calls to entries whose service has gone wait, and closing publishes one change.
   * Not re-entrant for one owner.
   *
   * @param symbolicName the owner
   */
  Subscription bracket(String symbolicName);

  /**
   * Stops new calls to the tools of a bundle and waits for those in flight, at most {@code
   * drain_timeout}; then interrupts the rest.
   *
   * @return how many calls were interrupted
   */
  int drain(Bundle bundle);

  /** Says how the tools of an owner stand, including staged and refused ones; ordered by name. */
  List<ToolRow> toolsOf(String symbolicName);
}
