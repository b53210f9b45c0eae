package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult;

/**
 * What a hook made of a result.
 *
 * @param by the hook, for messages
 */
public record Transformed(String by, CallResult result) {}
