package dev.talaria.mcp.server.internal.runtime;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.ConnectedClients;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.mcp.server.internal.asking.Askers;
import dev.talaria.mcp.server.internal.endpoint.LegacyEndpoint;
import dev.talaria.mcp.server.internal.endpoint.McpEndpoint;
import dev.talaria.mcp.server.internal.endpoint.Ticker;
import dev.talaria.mcp.server.internal.legacy.LegacyProtocol;
import dev.talaria.mcp.server.internal.legacy.LegacySessions;
import dev.talaria.mcp.server.internal.modern.ModernCalls;
import dev.talaria.mcp.server.internal.modern.ModernProtocol;
import dev.talaria.mcp.server.internal.modern.ModernSessions;
import dev.talaria.mcp.server.internal.modern.ParkedCalls;
import dev.talaria.mcp.server.internal.notify.ChangeBroadcaster;
import dev.talaria.mcp.server.internal.protocol.ServerIdentity;
import dev.talaria.mcp.server.internal.servlet.McpServlet;
import dev.talaria.mcp.server.internal.settings.ServerConfiguration;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.settings.SettingsReader;
import dev.talaria.mcp.server.internal.tools.ToolPages;
import jakarta.servlet.Servlet;
import java.time.Duration;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.servlet.whiteboard.HttpWhiteboardConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the server together and onto the HTTP whiteboard. DS calls the life-cycle methods one after
 * another; the settings are read by all threads.
 *
 * <p>Two threads of its own, both ended with the component: {@code talaria-mcp-notify} tells
 * subscribers of changes, {@code talaria-mcp-timer} looks after what is open. Neither waits for a
 * client.
 */
@Component(
    immediate = true,
    configurationPid = "dev.talaria.mcp.server",
    service = {ConnectedClients.class, ReadinessCheck.class})
@Designate(ocd = ServerConfiguration.class)
public final class McpServer implements ConnectedClients, ReadinessCheck {
  private static final Logger LOG = LoggerFactory.getLogger(McpServer.class);
  private static final Duration LONGEST_TICK = Duration.ofSeconds(1);

  private final BundleContext context;
  private final ScheduledExecutorService notifier;
  private final ScheduledExecutorService timer;
  private final LegacySessions legacySessions;
  private final ModernSessions modernSessions;
  private final ParkedCalls parked;
  private final LegacyProtocol legacy;
  private final ModernProtocol modern;
  private final McpEndpoint endpoint;
  private final McpServlet servlet;
  private volatile ServerSettings settings;
  private ServiceRegistration<Servlet> registration;

  @Activate
  public McpServer(
      BundleContext context,
      ServerConfiguration configuration,
      @Reference AccessControl access,
      @Reference RegistryAdmin registry) {
    this.context = context;
    this.settings = SettingsReader.read(configuration);
    this.notifier = ServerThreads.start("talaria-mcp-notify");
    this.timer = ServerThreads.start("talaria-mcp-timer");
    ServerIdentity identity = new ServerIdentity(version(context));
    ChangeBroadcaster changes = new ChangeBroadcaster(notifier, () -> settings.notifyWindow());
    ToolPages pages = new ToolPages();
    Ticker ticker = new Ticker();
    Askers askers = new Askers();
    this.parked = new ParkedCalls();
    this.legacySessions = new LegacySessions(registry, askers, changes, () -> settings);
    this.legacy = new LegacyProtocol(legacySessions, askers, pages, identity, () -> settings);
    this.modernSessions = new ModernSessions(registry, askers);
    ModernCalls modernCalls = new ModernCalls(modernSessions, askers, parked, identity);
    this.modern =
        new ModernProtocol(modernSessions, modernCalls, pages, changes, identity, () -> settings);
    this.endpoint =
        new McpEndpoint(
            access,
            new LegacyEndpoint(legacy, ticker, () -> settings),
            modern,
            ticker,
            () -> settings);
    this.servlet = new McpServlet(endpoint::handle, timer);
    Duration tick = tick(settings);
    ticker.start(timer, tick);
    timer.scheduleWithFixedDelay(
        this::endIdle, tick.toMillis(), tick.toMillis(), TimeUnit.MILLISECONDS);
    this.registration = register(settings.path());
  }

  @Modified
  void modified(ServerConfiguration configuration) {
    ServerSettings before = settings;
    settings = SettingsReader.read(configuration);
    if (!settings.path().equals(before.path())) {
      registration.unregister();
      registration = register(settings.path());
    }
    LOG.info("The configuration of the MCP server was changed.");
  }

  /** Says good-bye before anything is torn down, so that clients hear a proper end. */
  @Deactivate
  void deactivate() {
    endpoint.close();
    modern.finishListening();
    legacySessions.close();
    modernSessions.close();
    registration.unregister();
    ServerThreads.stop(notifier);
    ServerThreads.stop(timer);
    LOG.info("The MCP endpoint {} is closed.", settings.path());
  }

  @Override
  public List<Client> clients() {
    return Stream.concat(legacy.clients().stream(), modern.clients().stream())
        .sorted(Comparator.comparing(Client::since))
        .toList();
  }

  @Override
  public String part() {
    return "mcp";
  }

  @Override
  public Optional<String> problem() {
    return servlet.isServing()
        ? Optional.empty()
        : Optional.of("The HTTP server does not serve the MCP endpoint yet.");
  }

  private void endIdle() {
    try {
      legacySessions.endIdle();
      modernSessions.endIdle(settings.sessionIdle());
      parked.endLate();
    } catch (RuntimeException e) {
      // The timer would never run again.
      LOG.error("Idle MCP sessions could not be ended.", e);
    }
  }

  private ServiceRegistration<Servlet> register(String path) {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(HttpWhiteboardConstants.HTTP_WHITEBOARD_SERVLET_NAME, "talaria-mcp");
    properties.put(HttpWhiteboardConstants.HTTP_WHITEBOARD_SERVLET_PATTERN, path);
    properties.put(HttpWhiteboardConstants.HTTP_WHITEBOARD_SERVLET_ASYNC_SUPPORTED, true);
    ServiceRegistration<Servlet> registered =
        context.registerService(Servlet.class, servlet, properties);
    LOG.info("The MCP endpoint is {}.", path);
    return registered;
  }

  private static String version(BundleContext context) {
    String version = context.getProperty(RuntimeProperties.VERSION);
    return version == null ? context.getBundle().getVersion().toString() : version;
  }

  private static Duration tick(ServerSettings settings) {
    return Stream.of(
            LONGEST_TICK,
            settings.keepAlive().dividedBy(2),
            settings.stallLimit().dividedBy(2),
            settings.sessionIdle().dividedBy(2))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }
}
