package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.Deployments;
import dev.talaria.deploy.internal.bundles.BundleControl;
import dev.talaria.deploy.internal.bundles.ComponentStates;
import dev.talaria.deploy.internal.bundles.CoreFactsReader;
import dev.talaria.deploy.internal.bundles.Lifecycle;
import dev.talaria.deploy.internal.bundles.Operations;
import dev.talaria.deploy.internal.bundles.Retirements;
import dev.talaria.deploy.internal.bundles.Updates;
import dev.talaria.deploy.internal.folder.DeclarationRule;
import dev.talaria.deploy.internal.folder.FolderState;
import dev.talaria.deploy.internal.folder.Intake;
import dev.talaria.deploy.internal.making.MakerLookup;
import dev.talaria.deploy.internal.making.Workshop;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Ledger;
import dev.talaria.deploy.internal.store.LedgerFile;
import dev.talaria.deploy.internal.store.PrivateCopies;
import dev.talaria.deploy.internal.store.StartMarker;
import dev.talaria.formats.jar.BundleJarReader;
import dev.talaria.formats.jar.JarLimits;
import dev.talaria.formats.jar.ManifestRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the parts of the agent together and reads what a former runtime left. */
public final class AgentFactory {
  private static final Logger LOG = LoggerFactory.getLogger(AgentFactory.class);

  /** How long an unfinished file may stay unchanged until it is called corrupt. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final BundleContext context;
  private final Path dataFolder;
  private final Predicate<Bundle> core;
  private final CoreFactsReader coreFacts;
  private final Deployments deployments;
  private final PluginSwitches switches;
  private final ComponentStates components;
  private final BundleAudit audit;
  private final Board board;
  private final Inbox inbox;
  private final DeploySettings settings;

  /**
   * Takes what the agent works with.
   *
   * @param dataFolder of the agent alone
   * @param core tells the bundles that the launcher installed
   * @param settings to begin with
   */
  public AgentFactory(
      BundleContext context,
      Path dataFolder,
      Predicate<Bundle> core,
      CoreFactsReader coreFacts,
      Deployments deployments,
      PluginSwitches switches,
      ComponentStates components,
      AuditLog audit,
      Board board,
      Inbox inbox,
      DeploySettings settings) {
    this.context = context;
    this.dataFolder = dataFolder;
    this.core = core;
    this.coreFacts = coreFacts;
    this.deployments = deployments;
    this.switches = switches;
    this.components = components;
    this.audit = new BundleAudit(audit);
    this.board = board;
    this.inbox = inbox;
    this.settings = settings;
  }

  /** Makes the agent; to be called on its thread, when the core runs. */
  Agent create() throws IOException, InterruptedException {
    AtomicReference<DeploySettings> current = new AtomicReference<>(settings);
    PrivateCopies copies = new PrivateCopies(dataFolder);
    LedgerFile ledgerFile = new LedgerFile(dataFolder);
    StartMarker marker = new StartMarker(dataFolder);
    Ledger ledger = ledgerFile.read();
    marker.take().forEach(sha256 -> countBrokenStart(sha256, ledger));
    ledgerFile.writeIfChanged(ledger);

    BundleControl control = new BundleControl(context, copies);
    control.uninstallLeftovers(deployments::dismiss);
    Lifecycle lifecycle =
        new Lifecycle(
            context,
            control,
            deployments,
            marker,
            core,
            () -> current.get().startTimeout(),
            inbox::wake);
    Retirements retirements = new Retirements(lifecycle, deployments, inbox::wake);
    Updates updates =
        new Updates(
            lifecycle, deployments, retirements, components, () -> current.get().startTimeout());
    MakerLookup maker = new MakerLookup(context);
    Workshop workshop =
        new Workshop(dataFolder.resolve("making"), maker, file -> inbox.touched(Set.of(file)));
    Intake intake =
        new Intake(
            copies,
            new BundleJarReader(JarLimits.DEFAULT),
            new ManifestRules(coreFacts.read(), new DeclarationRule()),
            workshop,
            maker,
            current::get,
            JarLimits.DEFAULT.fileBytes());
    FolderState folder = new FolderState(intake, ledger, PATIENCE);
    Admission admission = new Admission(ledger, Clock.systemUTC());
    HeldPlugins held = new HeldPlugins(folder, ledger, deployments);
    Planner planner = new Planner(folder, ledger, intake, admission);
    Reconciler reconciler =
        new Reconciler(
            planner,
            new Settlement(ledger, admission, audit, current::get),
            ledger,
            lifecycle,
            new Operations(lifecycle, updates, inbox::wake),
            retirements,
            switches,
            current::get,
            held);
    return new Agent(
        folder,
        reconciler,
        new StatusReport(reconciler, planner, admission),
        new StatusLog(audit),
        held,
        board,
        inbox,
        ledger,
        ledgerFile,
        copies,
        workshop,
        current,
        () -> context.getBundle(0).getState() == Bundle.ACTIVE);
  }

  private static void countBrokenStart(String sha256, Ledger ledger) {
    ledger.brokeStart(sha256);
    LOG.warn(
        "The runtime ended while it started the bundle with SHA-256 {} ({} times in a row)",
        sha256,
        ledger.brokenStarts(sha256));
  }
}
