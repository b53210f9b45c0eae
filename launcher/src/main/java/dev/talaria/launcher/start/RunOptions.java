package dev.talaria.launcher.start;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the operator asked for.
 *
 * @param command that people start the runtime with
 * @param host to bind to
 * @param port to bind to; 0: a free one
 * @param workspace folder that the operator named, if one
 * @param currentFolder the workspace otherwise
 * @param noAuth whether the MCP endpoint needs no token
 * @param background whether this runtime was started for a bridge: no workspace, and it ends itself
 */
public record RunOptions(
    Path command,
    String host,
    int port,
    Optional<String> workspace,
    Path currentFolder,
    boolean noAuth,
    boolean background) {}
