package dev.talaria.mcp.server.internal.settings;

import java.time.Duration;

/**
 * The settings in effect.
 *
 * @param path of the endpoint
 * @param pageSize of tools/list
 * @param notifyWindow within which changes are told as one
 * @param maxRequestBytes of a body
 * @param maxSessions in total
 * @param maxSessionsPerClient of one principal at one address
 * @param sessionIdle after which an unused session ends
 * @param keepAlive between comments on a listening stream
 * @param stallLimit after which a client that takes nothing is dropped
 */
public record ServerSettings(
    String path,
    int pageSize,
    Duration notifyWindow,
    int maxRequestBytes,
    int maxSessions,
    int maxSessionsPerClient,
    Duration sessionIdle,
    Duration keepAlive,
    Duration stallLimit) {

  /** How long a call may take until its answer becomes a stream. */
  public Duration streamAfter() {
    return min(Duration.ofSeconds(1), keepAlive);
  }

  /**
   * Between comments on the stream of a call: a client that has gone is noticed at the second, and
   * its call ends sooner than a listening stream has to.
   */
  public Duration callKeepAlive() {
    return min(Duration.ofSeconds(3), keepAlive);
  }

  /** How long a body may take to arrive. */
  public Duration bodyDeadline() {
    return Duration.ofSeconds(30);
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
