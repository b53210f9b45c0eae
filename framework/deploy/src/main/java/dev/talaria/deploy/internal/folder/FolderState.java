package dev.talaria.deploy.internal.folder;

import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder as the agent knows it. Compares listings with what it knows and looks only into what
 * may have changed. Used by the agent's thread only.
 */
public final class FolderState {
  private static final Logger LOG = LoggerFactory.getLogger(FolderState.class);

  private final Intake intake;
  private final Ledger ledger;
  private final Duration patience;
  private final SortedMap<String, TrackedFile> files = new TreeMap<>();
  private Optional<FolderIdentity> listed = Optional.empty();
  private boolean known;

  /**
   * Begins with an empty folder.
   *
   * @param patience how long a file that is not whole and does not change counts as on its way
   */
  public FolderState(Intake intake, Ledger ledger, Duration patience) {
    this.intake = intake;
    this.ledger = ledger;
    this.patience = patience;
  }

  /** Why a listing was made. */
  public record Cause(Set<String> touched, boolean everything, boolean rescan) {}

  /** Whether the folder was listed once; before, nobody knows what it holds. */
  public boolean isKnown() {
    return known;
  }

  /** Returns the entries, ordered by name. */
  public Collection<TrackedFile> files() {
    return Collections.unmodifiableCollection(files.values());
  }

  /**
   * Lists the folder and looks into what may have changed.
   *
   * @return whether anything is other than before
   * @throws IOException if the folder cannot be listed, or is an empty one in the place of one that
   *     had files; what is known stays
   */
  public boolean update(Path folder, Cause cause, Duration settle) throws IOException {
    FolderIdentity seen = FolderIdentity.of(folder);
    SortedMap<String, Sighting> sightings = FolderListing.list(folder);
    if (sightings.isEmpty() && !files.isEmpty() && seen.isInPlaceOf(listed)) {
      throw new FileSystemException(
          folder.toString(),
          null,
          "it is empty and not the folder that was there before, as when a mount is lost or the"
              + " folder was moved away; with any file in it, it is taken as it is");
    }
    listed = Optional.of(seen);
    boolean changed = dropMissing(sightings.keySet());
    for (Sighting sighting : sightings.values()) {
      TrackedFile file = files.computeIfAbsent(sighting.name(), TrackedFile::new);
      boolean touched = cause.everything() || cause.touched().contains(sighting.name());
      long now = System.nanoTime();
      if (file.needsLook(sighting, touched, cause.rescan(), now, patience.toNanos())) {
        changed |= look(folder, file, sighting, settle);
      } else {
        file.postpone(now, settle.toNanos());
      }
    }
    known = true;
    return changed;
  }

  private boolean dropMissing(Set<String> present) {
    boolean changed = false;
    for (Iterator<Map.Entry<String, TrackedFile>> all = files.entrySet().iterator();
        all.hasNext(); ) {
      if (!present.contains(all.next().getKey())) {
        all.remove();
        changed = true;
      }
    }
    // Also what went while no runtime was running.
    for (String name : ledger.fileNames()) {
      if (!present.contains(name)) {
        ledger.drop(name);
      }
    }
    return changed;
  }

  private boolean look(Path folder, TrackedFile file, Sighting sighting, Duration settle) {
    Instant at = Instant.now();
    Look found =
        sighting
            .unfit()
            .<Look>map(Look.Ignored::new)
            .orElseGet(() -> look(folder.resolve(file.name())));
    if (found instanceof Look.Accepted accepted) {
      file.accepted(accepted.content(), ledger.take(file.name(), accepted.content()).taken());
    } else if (file.accepted().isEmpty()) {
      recall(file);
    }
    return file.looked(
        sighting, found, at, System.nanoTime(), settle.toNanos(), patience.toNanos());
  }

  /** One file that a reader stumbles over must not keep the others from being looked at. */
  private Look look(Path file) {
    try {
      return intake.look(file);
    } catch (RuntimeException e) {
      LOG.error("{} could not be read; please report this", file, e);
      return new Look.Unreadable("it could not be read: " + e);
    }
  }

  /** A file that was damaged while no runtime ran: what it was before is still at hand. */
  private void recall(TrackedFile file) {
    Optional<Ledger.Taken> taken = ledger.file(file.name());
    if (taken.isEmpty()) {
      return;
    }
    try {
      Optional<Content> content = intake.recall(taken.get().symbolicName(), taken.get().sha256());
      content.ifPresent(former -> file.accepted(former, taken.get().taken()));
    } catch (IOException e) {
      LOG.warn("The private copy of {} cannot be read: {}", file.name(), e.getMessage());
    }
  }

  /** Has a bundle made again of a file of which none could be made. */
  public void retry(Path folder, String name, Duration settle) throws IOException {
    TrackedFile file = files.get(name);
    if (file != null && file.look() instanceof Look.Broken broken) {
      intake.forget(broken.symbolicName(), broken.sha256());
      update(folder, new Cause(Set.of(name), false, false), settle);
    }
  }

  /** Returns when the folder has to be listed again for a file that is not whole. */
  public OptionalLong due() {
    return files.values().stream()
        .map(TrackedFile::due)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .reduce((a, b) -> a - b < 0 ? a : b);
  }
}
