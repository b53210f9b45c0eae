package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.folder.FolderIdentity;
import dev.talaria.deploy.internal.folder.FolderState;
import dev.talaria.deploy.internal.folder.FolderWatch;
import dev.talaria.deploy.internal.making.Workshop;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Ledger;
import dev.talaria.deploy.internal.store.LedgerFile;
import dev.talaria.deploy.internal.store.PrivateCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attends to what the inbox brings: looks at the folder, reconciles, publishes, remembers. Used by
 * the agent's thread only.
 */
final class Agent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  private final FolderState folder;
  private final Reconciler reconciler;
  private final StatusReport report;
  private final StatusLog log;
  private final HeldPlugins held;
  private final Board board;
  private final Inbox inbox;
  private final Ledger ledger;
  private final LedgerFile ledgerFile;
  private final PrivateCopies copies;
  private final Workshop workshop;
  private final AtomicReference<DeploySettings> settings;
  private final BooleanSupplier running;

  /** What was asked for and may not be done yet; each ends, since every operation does. */
  private final List<Asked> asked = new ArrayList<>();

  private Optional<FolderWatch> watch = Optional.empty();
  private Optional<FolderIdentity> watched = Optional.empty();
  private String folderProblem = "";
  private long lastListing;
  private boolean listed;

  /**
   * Something that was asked for.
   *
   * @param owners that something may still be done to
   * @param answer for when it is done
   */
  private record Asked(Command command, Set<String> owners, Supplier<List<FileStatus>> answer) {}

  Agent(
      FolderState folder,
      Reconciler reconciler,
      StatusReport report,
      StatusLog log,
      HeldPlugins held,
      Board board,
      Inbox inbox,
      Ledger ledger,
      LedgerFile ledgerFile,
      PrivateCopies copies,
      Workshop workshop,
      AtomicReference<DeploySettings> settings,
      BooleanSupplier running) {
    this.folder = folder;
    this.reconciler = reconciler;
    this.report = report;
    this.log = log;
    this.held = held;
    this.board = board;
    this.inbox = inbox;
    this.ledger = ledger;
    this.ledgerFile = ledgerFile;
    this.copies = copies;
    this.workshop = workshop;
    this.settings = settings;
    this.running = running;
  }

  /** How long there is nothing to do unless something comes in. */
  long idleNanos() {
    long now = System.nanoTime();
    long rescan = lastListing + settings.get().rescan().toNanos() - now;
    long wait = Math.min(until(folder.due(), now), until(reconciler.due(), now));
    return listed ? Math.max(Math.min(rescan, wait), 0) : 0;
  }

  private static long until(OptionalLong due, long now) {
    return due.isPresent() ? due.getAsLong() - now : Long.MAX_VALUE;
  }

  /** Does what there is to do. */
  void attend(Inbox.Batch batch) throws InterruptedException {
    try {
      boolean opened = false;
      if (batch.settings().isPresent()) {
        DeploySettings before = settings.getAndSet(batch.settings().get());
        opened = !before.allowed().equals(batch.settings().get().allowed());
      }
      boolean changed = false;
      if (batch.folder() || batch.settings().isPresent() || idleNanos() == 0) {
        changed = list(batch, opened);
      }
      changed |= reconciler.reconcile();
      for (Command command : batch.commands()) {
        changed |= obey(command);
      }
      publish();
      answer();
      if (changed) {
        retain();
      }
    } finally {
      remember(); // Also when the runtime ends in the middle of it.
    }
  }

  private boolean list(Inbox.Batch batch, boolean opened) {
    long now = System.nanoTime();
    boolean rescan = !listed || now - lastListing >= settings.get().rescan().toNanos();
    boolean first = !listed;
    // Also when it fails: the next attempt is made at the pace of the rescan.
    lastListing = rescan ? now : lastListing;
    listed = true;
    Path path = settings.get().folder();
    try {
      watch(path);
      boolean changed =
          folder.update(
              path,
              new FolderState.Cause(batch.touched(), batch.everything() || opened, rescan),
              settings.get().settle());
      if (!folderProblem.isEmpty()) {
        folderProblem = "";
        LOG.info("The deploy folder {} is back", path);
        board.problem("");
      }
      return changed || first;
    } catch (IOException e) {
      String problem = e.getClass().getSimpleName() + ": " + e.getMessage();
      if (!problem.equals(folderProblem)) {
        folderProblem = problem;
        LOG.error(
            "The deploy folder {} cannot be listed ({}). What runs goes on; bring the folder back,"
                + " make it readable, or correct 'folder' in dev.talaria.deploy.",
            path,
            problem);
        board.problem("what runs goes on, but the deploy folder cannot be listed: " + problem);
      }
      return false;
    }
  }

  /** Watches the folder, or watches it again; without events the rescan does it alone. */
  private void watch(Path path) throws IOException {
    boolean same = watched.map(FolderIdentity::path).filter(path::equals).isPresent();
    if (!same) {
      Files.createDirectories(path);
      LOG.info("Watching {}", path);
    }
    // One that was moved away would go on telling of itself, and not of what is there now.
    FolderIdentity now = FolderIdentity.of(path);
    if (watched.filter(now::equals).isPresent() && watch.map(FolderWatch::isAlive).orElse(false)) {
      return;
    }
    unwatch();
    watched = Optional.of(now);
    try {
      watch = Optional.of(new FolderWatch(path, inbox::touched));
    } catch (IOException e) {
      if (!same) {
        LOG.warn("No events of {}, only rescans: {}", path, e.getMessage());
      }
    }
  }

  /** Does what was asked for; an answer that fails is the asker's to hear. */
  private boolean obey(Command command) throws InterruptedException {
    try {
      asked.add(
          command instanceof Command.Undeploy undeploy
              ? undeploy(undeploy)
              : restart((Command.Restart) command));
      return true;
    } catch (IOException | RuntimeException e) {
      command.answer().completeExceptionally(e);
      return false;
    }
  }

  /** Answers what was asked for and is done. */
  private void answer() {
    for (Iterator<Asked> each = asked.iterator(); each.hasNext(); ) {
      Asked one = each.next();
      if (one.command().answer().isDone()) {
        each.remove();
      } else if (one.owners().stream().noneMatch(reconciler::isBusy)) {
        each.remove();
        one.command().answer().complete(one.answer().get());
      }
    }
  }

  private List<FileStatus> named(String name) {
    return report.of(folder.files(), settings.get()).stream()
        .filter(
            status ->
                status.file().equals(name)
                    || (!name.isEmpty() && status.symbolicName().equals(name)))
        .toList();
  }

  private Asked undeploy(Command.Undeploy command) throws IOException, InterruptedException {
    List<FileStatus> removed = named(command.name());
    Set<String> owners = new HashSet<>();
    owners.add(command.name());
    for (FileStatus status : removed) {
      Files.deleteIfExists(settings.get().folder().resolve(status.file()));
      owners.add(status.symbolicName());
    }
    folder.update(
        settings.get().folder(),
        new FolderState.Cause(Set.of(), false, false),
        settings.get().settle());
    reconciler.reconcile();
    if (command.forget()) {
      owners.stream()
          .filter(owner -> !reconciler.plans().containsKey(owner)) // No other file stands for it.
          .forEach(ledger::forget);
    }
    publish();
    return new Asked(command, owners, () -> removed);
  }

  private Asked restart(Command.Restart command) throws IOException, InterruptedException {
    List<FileStatus> before = named(command.name());
    Set<String> owners = new HashSet<>();
    before.forEach(status -> owners.add(status.symbolicName()));
    owners.remove("");
    for (String owner : owners) {
      reconciler.restart(owner);
    }
    for (FileStatus status : before) {
      folder.retry(settings.get().folder(), status.file(), settings.get().settle());
    }
    publish();
    return new Asked(command, owners, () -> named(command.name()));
  }

  private void publish() {
    remember(); // First: what is reported to run has to be known after a death as well.
    if (!running.getAsBoolean()) {
      return; // The framework stops the bundles: that says nothing about their files.
    }
    List<FileStatus> statuses = report.of(folder.files(), settings.get());
    held.settled(statuses, reconciler.plans(), reconciler.plugins());
    log.log(statuses);
    board.publish(statuses);
  }

  /** Keeps copies and memories of what still stands somewhere. */
  private void retain() {
    Set<String> present = new HashSet<>();
    folder.files().forEach(file -> present.addAll(file.contents()));
    reconciler
        .plugins()
        .values()
        .forEach(plugin -> plugin.content().ifPresent(content -> present.add(content.sha256())));
    reconciler.passing().forEach(content -> present.add(content.sha256()));
    reconciler.retain(present);
    present.addAll(ledger.good().values());
    workshop.retain(present);
    try {
      copies.retain(present);
    } catch (IOException e) {
      LOG.warn("Old private copies could not be removed: {}", e.getMessage());
    }
  }

  private void remember() {
    try {
      ledgerFile.writeIfChanged(ledger);
    } catch (IOException e) {
      LOG.error("The deploy ledger could not be written; it is tried again: {}", e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    asked.forEach(
        one -> one.command().answer().completeExceptionally(new IOException("the runtime stops")));
    workshop.close();
    reconciler.close();
    unwatch();
  }

  private void unwatch() throws IOException {
    if (watch.isPresent()) {
      FolderWatch ending = watch.get();
      watch = Optional.empty();
      ending.close();
    }
  }
}
