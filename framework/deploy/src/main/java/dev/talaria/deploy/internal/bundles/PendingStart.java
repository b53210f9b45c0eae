package dev.talaria.deploy.internal.bundles;

import dev.talaria.api.Subscription;

/**
 * A start that takes longer than the agent waits for it at once. The owner's bracket stays open
 * meanwhile. Used by the agent's thread only.
 *
 * @param deployed what is being started
 * @param run the start itself
 * @param bracket of the owner
 * @param deadline as {@link System#nanoTime} counts
 */
public record PendingStart(
    Deployed deployed, ForeignRunner.Run run, Subscription bracket, long deadline) {}
