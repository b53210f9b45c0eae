package dev.talaria.mcp.server.internal.legacy;

import dev.talaria.api.Subscription;
import dev.talaria.api.ToolSession;
import dev.talaria.mcp.server.internal.notify.ChangeBroadcaster;
import dev.talaria.mcp.server.internal.notify.ChangeSubscriber;
import dev.talaria.mcp.server.internal.notify.ToolsChanged;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.MessageSink;
import dev.talaria.mcp.wire.input.ClientAbilities;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.LogLevel;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One session: a principal's connection from {@code initialize} to its end. The streams and the two
 * flags are guarded by {@code lock}; calls and clocks are concurrent by themselves. Sinks and tool
 * session are called without the lock.
 *
 * <p>A change goes to one stream, the newest, as the protocol wants it. A change that meets no
 * stream is kept until one opens or the client lists the tools anyway.
 */
public final class LegacySession implements ChangeSubscriber {
  private static final int MAX_STREAMS = 4;
  private static final byte[] LIST_CHANGED = MessageWriter.notification(Methods.TOOLS_LIST_CHANGED);

  private final String id;
  private final Caller caller;
  private final Revision revision;
  private final String client;
  private final ToolSession tools;
  private final ChangeBroadcaster changes;
  private final Instant since = Instant.now();
  private final Map<RequestId, LegacyCall> calls = new ConcurrentHashMap<>();
  private final LegacyQuestions questions;
  private volatile LogLevel logLevel = LogLevel.INFO;
  private volatile long lastUsed = System.nanoTime();

  private final Object lock = new Object();
  private final Deque<MessageSink> streams = new ArrayDeque<>();
  private boolean missed;
  private boolean closed;
  private Subscription subscription;

  LegacySession(
      String id,
      Caller caller,
      Revision revision,
      String client,
      ClientAbilities abilities,
      ToolSession tools,
      ChangeBroadcaster changes) {
    this.id = id;
    this.caller = caller;
    this.revision = revision;
    this.client = client;
    this.questions = new LegacyQuestions(revision, abilities);
    this.tools = tools;
    this.changes = changes;
  }

  /** Begins to hear of changes. */
  void start() {
    Subscription hearing = tools.subscribe(change -> changes.changed(this));
    synchronized (lock) {
      if (!closed) {
        subscription = hearing;
        return;
      }
    }
    hearing.close();
  }

  /** Returns its id. */
  public String id() {
    return id;
  }

  /** Returns the revision it agreed on. */
  public Revision revision() {
    return revision;
  }

  Caller caller() {
    return caller;
  }

  String client() {
    return client;
  }

  Instant since() {
    return since;
  }

  ToolSession tools() {
    return tools;
  }

  Map<RequestId, LegacyCall> calls() {
    return calls;
  }

  /** Returns what is asked of the client. */
  LegacyQuestions questions() {
    return questions;
  }

  /** Returns the least grave messages of its calls' logs that the client hears of. */
  LogLevel logLevel() {
    return logLevel;
  }

  void logFrom(LogLevel level) {
    logLevel = level;
  }

  void used() {
    lastUsed = System.nanoTime();
  }

  boolean isIdle(Duration limit) {
    return calls.isEmpty() && !isListening() && System.nanoTime() - lastUsed > limit.toNanos();
  }

  boolean isListening() {
    synchronized (lock) {
      return !streams.isEmpty();
    }
  }

  /** The client lists the tools: what it missed before, it sees now. */
  void listed() {
    synchronized (lock) {
      missed = false;
    }
  }

  void listen(MessageSink stream) {
    MessageSink surplus = null;
    boolean late;
    synchronized (lock) {
      late = closed;
      if (!late) {
        streams.addLast(stream);
        if (streams.size() > MAX_STREAMS) {
          surplus = streams.removeFirst();
        }
      }
    }
    if (late) {
      stream.close();
      return;
    }
    if (surplus != null) {
      surplus.close();
    }
    stream.onClosed(() -> left(stream));
    boolean catchUp;
    synchronized (lock) {
      catchUp = missed;
      missed = false;
    }
    if (catchUp) {
      toolsChanged();
    }
  }

  private void left(MessageSink stream) {
    synchronized (lock) {
      streams.remove(stream);
    }
    used();
  }

  @Override
  public void toolsChanged() {
    MessageSink newest;
    synchronized (lock) {
      newest = streams.peekLast();
      if (newest == null) {
        missed = true;
        return;
      }
    }
    newest.notify(ToolsChanged.KEY, LIST_CHANGED);
  }

  /** Ends the session, its streams and its calls. */
  void close() {
    List<MessageSink> open;
    Subscription hearing;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(streams);
      streams.clear();
      hearing = subscription;
    }
    if (hearing != null) {
      hearing.close();
    }
    changes.forget(this);
    questions.close();
    tools.close();
    open.forEach(MessageSink::close);
  }
}
