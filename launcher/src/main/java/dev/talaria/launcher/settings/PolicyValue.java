package dev.talaria.launcher.settings;

/**
 * One value of the policy.
 *
 * @param pid of its configuration
 * @param key in it
 * @param effective what holds
 * @param raw what the configuration says; empty if nothing
 * @param source where the value comes from
 */
public record PolicyValue(String pid, String key, String effective, String raw, String source) {}
