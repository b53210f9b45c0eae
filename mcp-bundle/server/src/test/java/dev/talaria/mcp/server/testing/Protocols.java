package dev.talaria.mcp.server.testing;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.mcp.server.internal.asking.Askers;
import dev.talaria.mcp.server.internal.legacy.LegacyProtocol;
import dev.talaria.mcp.server.internal.legacy.LegacySessions;
import dev.talaria.mcp.server.internal.modern.ModernCalls;
import dev.talaria.mcp.server.internal.modern.ModernProtocol;
import dev.talaria.mcp.server.internal.modern.ModernSessions;
import dev.talaria.mcp.server.internal.modern.ParkedCalls;
import dev.talaria.mcp.server.internal.notify.ChangeBroadcaster;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.ServerIdentity;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.tools.ToolPages;
import dev.talaria.mcp.wire.json.JsonLimits;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.jsonrpc.Decoded;
import dev.talaria.mcp.wire.jsonrpc.Message.Request;
import dev.talaria.mcp.wire.jsonrpc.MessageDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Both protocols over the fake registry, without any transport. */
public final class Protocols implements AutoCloseable {
  public static final Caller HOME = caller("home", Set.of());
  public static final Caller NARROW = caller("narrow", Set.of("b"));

  public final FakeRegistry registry = new FakeRegistry();
  public final Askers askers = new Askers();
  public final LegacySessions legacySessions;
  public final LegacyProtocol legacy;
  public final ModernSessions modernSessions;
  public final ModernProtocol modern;
  public final ServerSettings settings;
  private final ScheduledExecutorService notifier = Executors.newSingleThreadScheduledExecutor();

  public Protocols() {
    settings =
        new ServerSettings(
            "/mcp",
            2,
            Duration.ZERO,
            1 << 20,
            5,
            3,
            Duration.ofMillis(20),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10));
    ChangeBroadcaster changes = new ChangeBroadcaster(notifier, () -> Duration.ofMillis(20));
    ToolPages pages = new ToolPages();
    ServerIdentity identity = new ServerIdentity("1.2.3");
    legacySessions = new LegacySessions(registry, askers, changes, () -> settings);
    legacy = new LegacyProtocol(legacySessions, askers, pages, identity, () -> settings);
    modernSessions = new ModernSessions(registry, askers);
    ModernCalls calls = new ModernCalls(modernSessions, askers, new ParkedCalls(), identity);
    modern = new ModernProtocol(modernSessions, calls, pages, changes, identity, () -> settings);
  }

  public static Caller caller(String name, Set<String> toolsets) {
    return new Caller(new Principal(name, false, toolsets, List.of()), "127.0.0.1");
  }

  /** A request as it would be decoded. */
  public static Request request(String id, String method, String params) {
    String text =
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}";
    Decoded decoded =
        new MessageDecoder(JsonLimits.DEFAULT).decode(text.getBytes(StandardCharsets.UTF_8), false);
    return (Request) ((Decoded.Valid) decoded).message();
  }

  public static JsonObject params(String params) {
    return request("1", "m", params).params();
  }

  @Override
  public void close() {
    notifier.shutdownNow();
    registry.close();
  }
}
