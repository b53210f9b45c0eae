package dev.talaria.api;

import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One consumer's view of the registry: an MCP connection, an agent's conversation. The same
 * predicate decides what is listed and what may be called. Thread-safe.
 */
@ProviderType
public interface ToolSession extends AutoCloseable {
  /** Returns the id of this session, unique in the runtime. */
  String id();

  /** Returns who calls, as the runtime established it. */
  String principal();

  /** Returns which tools it has. */
  ToolFilter filter();

  /** Returns the folders that tools may work in; empty: the session has no workspace. */
  List<Path> workspaceRoots();

  /** Returns what may be called now. */
  ToolView view();

  /** Starts a call; never throws for what the call is, never waits for the tool. */
  CallHandle start(ToolCall call);

  /**
   * Calls and waits for the answer, at most until the tool's deadline; with {@link
   * ToolCall#onCallerThread} the tool runs on this thread. If this thread is interrupted meanwhile,
   * the call is cancelled and the thread stays interrupted.
   */
  CallResult call(ToolCall call);

  /** Hears of changes that this session can see, until closed. */
  Subscription subscribe(ToolListener listener);

  /**
   * Opens a session for a part of this one's work, such as a sub-agent: the same principal and
   * workspace, the tools of both filters at most. It ends with this one.
   *
   * @param filter which of this session's tools it has
   */
  ToolSession child(ToolFilter filter);

  /** Ends the session: its calls are cancelled, its state is dropped. */
  @Override
  void close();
}
