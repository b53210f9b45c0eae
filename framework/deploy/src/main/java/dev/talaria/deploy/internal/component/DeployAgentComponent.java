package dev.talaria.deploy.internal.component;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.admin.SettingsStatus;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.Subscription;
import dev.talaria.deploy.internal.agent.AgentFactory;
import dev.talaria.deploy.internal.agent.AgentThread;
import dev.talaria.deploy.internal.agent.Board;
import dev.talaria.deploy.internal.agent.Command;
import dev.talaria.deploy.internal.agent.FileStatus;
import dev.talaria.deploy.internal.agent.Inbox;
import dev.talaria.deploy.internal.agent.PluginSwitches;
import dev.talaria.deploy.internal.bundles.ComponentStates;
import dev.talaria.deploy.internal.bundles.CoreFactsReader;
import dev.talaria.deploy.internal.settings.DeploySettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deploy agent as a component. Thread-safe: what changes something goes through the inbox to
 * the agent's thread, what only asks reads the board.
 */
@Component(
    service = {DeployAgent.class, ReadinessCheck.class},
    configurationPid = "dev.talaria.deploy",
    immediate = true)
@Designate(ocd = DeployConfiguration.class)
public final class DeployAgentComponent implements DeployAgent, ReadinessCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DeployAgentComponent.class);

  /** After this a folder that is still being gone through no longer keeps the runtime unready. */
  private static final Duration READY_LIMIT = Duration.ofSeconds(60);

  /** The launcher's own service: nobody but the framework's bundle can register it. */
  private static final String CORE_BUNDLES =
      "(&" + RuntimeProperties.CORE_BUNDLES_TARGET + "(service.bundleid=0))";

  private final Path home;
  private final Deployments deployments;
  private final Board board = new Board();
  private final Inbox inbox = new Inbox();
  private final AgentThread thread;
  private final InstalledBundles bundles;
  private final ComponentStates components;
  private final SettingsStatus settingsStatus;
  private final Subscription unreadable;
  private final ServiceRegistration<ConfigurationListener> switches;
  private final ServiceRegistration<ReadinessCheck> folderCheck;
  private final long activated = System.nanoTime();
  private volatile DeploySettings settings;

  /** What held when the file could last be read: a moment of unreadability forbids nothing. */
  private volatile DeploySettings readable;

  @Activate
  public DeployAgentComponent(
      BundleContext context,
      DeployConfiguration configuration,
      Map<String, Object> properties,
      @Reference(target = CORE_BUNDLES) Predicate<Bundle> core,
      @Reference Deployments deployments,
      @Reference AuditLog audit,
      @Reference ConfigurationAdmin configurations,
      @Reference SettingsStatus settingsStatus,
      @Reference ServiceComponentRuntime runtime) {
    this.home = home(context);
    this.deployments = deployments;
    this.settingsStatus = settingsStatus;
    this.settings = settings(configuration, properties, Optional.empty());
    this.readable = settings;
    this.components = new ComponentStates(runtime);
    this.bundles = new InstalledBundles(context, core, components);
    AgentFactory factory =
        new AgentFactory(
            context,
            home.resolve("data").resolve("deploy"),
            core,
            new CoreFactsReader(context, core, runtime),
            deployments,
            new PluginSwitches(configurations, settingsStatus),
            components,
            audit,
            board,
            inbox,
            settings);
    this.thread = new AgentThread(context, inbox, factory);
    this.unreadable = settingsStatus.onChange(inbox::wake);
    // A service of its own: who does not know Config Admin must still be able to use the agent.
    this.switches =
        context.registerService(ConfigurationListener.class, this::configurationChanged, null);
    this.folderCheck = context.registerService(ReadinessCheck.class, new FolderCheck(board), null);
    thread.start();
  }

  private static Path home(BundleContext context) {
    String home = context.getProperty(RuntimeProperties.HOME);
    if (home == null) {
      throw new IllegalStateException(
          "the framework property " + RuntimeProperties.HOME + " is not set; start with talaria");
    }
    return Path.of(home);
  }

  private DeploySettings settings(
      DeployConfiguration raw, Map<String, Object> properties, Optional<DeploySettings> before) {
    return DeploySettings.of(
        new DeploySettings.Raw(
            raw.folder(),
            raw.settle(),
            raw.rescan(),
            raw.start__timeout(),
            raw.trust(),
            List.of(raw.allowed__sha256()),
            List.of(raw.trusted__signers()),
            properties),
        home,
        before,
        problem -> LOG.warn("Configuration dev.talaria.deploy: {}", problem));
  }

  @Modified
  void modified(DeployConfiguration configuration, Map<String, Object> properties) {
    settings =
        settings(configuration, properties, Optional.of(settings.allowing(readable.allowed())));
    if (!settingsStatus.isUnreadable(DeploySettings.PID)) {
      readable = settings;
    }
    inbox.settings(settings);
  }

  private void configurationChanged(ConfigurationEvent event) {
    if (PluginSwitches.FACTORY.equals(event.getFactoryPid())) {
      inbox.wake();
    }
  }

  @Deactivate
  void deactivate() {
    switches.unregister();
    folderCheck.unregister();
    unreadable.close();
    try {
      thread.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String part() {
    return "deploy";
  }

  @Override
  public Optional<String> problem() {
    return board.isComplete() || System.nanoTime() - activated > READY_LIMIT.toNanos()
        ? Optional.empty()
        : Optional.of("the deploy folder has not been gone through yet");
  }

  @Override
  public List<DeployedFile> files() {
    return published(board.files());
  }

  @Override
  public List<InstalledBundle> bundles() {
    return bundles.list(board.files());
  }

  @Override
  public DeployedFile deploy(String fileName, InputStream content, Duration timeout)
      throws IOException {
    Upload upload = new Upload(settings.folder(), fileName);
    long looks =
        board.files().stream()
            .filter(status -> status.file().equals(fileName))
            .mapToLong(FileStatus::looks)
            .findFirst()
            .orElse(0);
    String sha256 = upload.write(content);
    inbox.touched(Set.of(fileName));
    try {
      return board
          .await(status -> isOutcomeOf(status, fileName, sha256, looks), timeout)
          .map(this::published)
          .orElseGet(() -> pending(fileName));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return pending(fileName);
    }
  }

  /** What was never whole has no hash: there a later look tells the new content from the former. */
  private static boolean isOutcomeOf(
      FileStatus status, String fileName, String sha256, long looksBefore) {
    return status.file().equals(fileName)
        && status.outcome() != Outcome.PENDING
        && (status.sha256().equals(sha256)
            || (status.sha256().isEmpty() && status.looks() > looksBefore));
  }

  private static DeployedFile pending(String fileName) {
    return new DeployedFile(
        fileName, Outcome.PENDING, "", "", "written; its outcome is not known yet", List.of());
  }

  @Override
  public List<DeployedFile> undeploy(String name, boolean forget, Duration timeout)
      throws IOException {
    return published(ask(new Command.Undeploy(name, forget, new CompletableFuture<>()), timeout));
  }

  @Override
  public DeployedFile restart(String name, Duration timeout) throws IOException {
    List<FileStatus> restarted = ask(new Command.Restart(name, new CompletableFuture<>()), timeout);
    // Of several files of one bundle, the one that stands says how it went.
    return restarted.stream()
        .min(Comparator.comparing(status -> status.outcome() == Outcome.SUPERSEDED))
        .map(this::published)
        .orElseThrow(
            () ->
                new NoSuchFileException(
                    name, null, "no file and no bundle of this name in " + settings.folder()));
  }

  private List<FileStatus> ask(Command command, Duration timeout) throws IOException {
    if (!inbox.offer(command)) {
      throw new IOException("the deploy agent is busy or stopping; try again");
    }
    try {
      return command.answer().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "not done within " + timeout.toMillis() + " ms; it goes on, see `talaria bundles`", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the deploy agent", e);
    }
  }

  private List<DeployedFile> published(List<FileStatus> statuses) {
    List<DeployedFile> files = new ArrayList<>();
    statuses.forEach(status -> files.add(published(status)));
    return files;
  }

  private DeployedFile published(FileStatus status) {
    boolean stands = status.bundle().isPresent();
    List<ToolRow> tools = stands ? deployments.toolsOf(status.symbolicName()) : List.of();
    String reason = status.reason();
    if (status.outcome() == Outcome.ACTIVE) {
      // Components come and go without the agent: asked when somebody wants to know.
      reason = String.join("; ", components.waitingFor(status.bundle().orElseThrow()));
    }
    return new DeployedFile(
        status.file(), status.outcome(), status.symbolicName(), status.version(), reason, tools);
  }
}
