package dev.talaria.registry.internal.resolution;

import dev.talaria.api.ToolState;

/**
 * How one contender or candidate fared.
 *
 * @param toolset it is, or would be, listed in
 * @param cause by which rule
 * @param reason in a sentence; empty when it simply stands
 */
public record Step(
    Contender contender, String toolset, ToolState state, Cause cause, String reason) {
  /** The rule that decided; the letters are those of the design's fold. */
  public enum Cause {
    /** (a) nobody else was there, or it is the reserved name's declaration. */
    STANDS,
    /** (b), (c) took the place of the entry below. */
    OVERRIDES,
    /** Another was granted to take its place. */
    OVERRIDDEN,
    /** (0) the entry's owner is the required one. */
    REQUIRED_OWNER,
    /** (b) two core bundles, without a wish to override. */
    BUILTIN_CLASH,
    /** (d) wants to override and is not granted. */
    OVERRIDE_DENIED,
    /** (e) the name is taken and it does not want to override. */
    NAME_TAKEN,
    /** (f), (g) a server's tool against another. */
    MCP_CLASH,
    /** A second candidate of the same owner and deployment. */
    RIVAL,
    /** Not promoted. */
    STAGED,
    /** The operator disabled the plugin. */
    DISABLED,
    /** The name or toolset is kept for MCP servers. */
    RESERVED_FOR_MCP,
    /** It can never stand as it is. */
    FAULTY
  }
}
