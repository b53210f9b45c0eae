package dev.talaria.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Finds out whether tools can work: a program is installed, a service answers, somebody is logged
 * in. A component that implements this and carries {@link ProbeSpec}; the tools of the same bundle
 * name it with {@link ToolSpec#probe()} and share its verdict.
 *
 * <p>Probed on threads of the runtime, one probe at a time, never on a caller's: first when the
 * tools arrive, then when somebody looks after the verdict's lifetime ({@code probe_ttl}). A probe
 * that takes longer than {@code probe_timeout}, throws or returns null has failed. The verdict
 * decides what is listed and may be called, never who stands for a name.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface AvailabilityProbe {
  /**
   * Looks. Must react to interruption.
   *
   * @return the verdict, never null
   * @throws Exception counts as a failed probe
   */
  Availability probe() throws Exception;
}
