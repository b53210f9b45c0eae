package dev.talaria.mcp.server.internal.tools;

import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.protocol.LogLevel;
import java.util.Optional;

/** A call as the side of its client sees it. Thread-safe. */
public interface CallSide extends Reply {
  /** Returns the id by which the registry knows the call. */
  String callId();

  /** Returns the least grave messages of the call's log that the client hears of, if it does. */
  Optional<LogLevel> logLevel();

  /** Returns the error to answer with in place of a failure that came of what the client lacks. */
  Optional<JsonRpcError> lacking();
}
