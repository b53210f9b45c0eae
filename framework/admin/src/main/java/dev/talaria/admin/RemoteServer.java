package dev.talaria.admin;

import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tools of one MCP server in the registry. Each method is one change of the table, whatever it
 * comes to: nobody ever sees half of it. Thread-safe; after {@link #close} only {@code close} may
 * be called.
 *
 * <p>A tool whose name does not begin with {@link #prefix}, whose toolset is another one, or whose
 * declaration cannot be used is kept and refused, with the reason; the others are not touched by
 * that.
 */
@ProviderType
public interface RemoteServer extends AutoCloseable {
  /** Returns the configured name. */
  String server();

  /** Returns the toolset of all its tools. */
  String toolset();

  /** Returns what all names of its tools begin with: {@code mcp__SERVER__}. */
  String prefix();

  /**
   * Says what the server offers now, and that it can be reached. A tool that is offered under the
   * same name with an equal declaration goes on as it is, with the object it came with: calls in
   * flight finish, nobody is told.
   *
   * @param version of the server, for display; may be empty
   * @throws IllegalArgumentException if a name occurs twice
   */
  void replaceAll(List<RemoteTool> tools, String version);

  /** Adds a tool, or puts it in the place of the one of the same name. */
  void put(RemoteTool tool);

  /**
   * Takes a tool away.
   *
   * @return whether it was there
   */
  boolean remove(String name);

  /**
   * Says that the server cannot be reached. For the grace period its tools are suspended: listed
   * unchanged, calls wait. If it is back within that, nobody notices; else they are unavailable
   * until {@link #available} or {@link #replaceAll}. Said again, it changes the reason and does not
   * lengthen the grace.
   *
   * @param reason in a sentence, for callers and the operator; no secrets
   * @param grace zero: unavailable at once
   */
  void unavailable(String reason, Duration grace);

  /** Says that the server can be reached again, and offers what it offered. */
  void available();

  /** Returns how its tools stand, ordered by name. */
  List<ToolRow> tools();

  /** Takes all tools away. Closing twice does nothing more. */
  @Override
  void close();
}
