package dev.talaria.deploy.internal.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger on disk: written to a second file, synced and renamed, with the one before kept beside
 * it. A damaged ledger is put aside and never keeps the runtime from starting. Used by the agent's
 * thread only.
 */
public final class LedgerFile {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerFile.class);

  private final Path file;
  private final Path backup;

  /** Takes the folder that the ledger lies in. */
  public LedgerFile(Path folder) {
    file = folder.resolve("ledger");
    backup = folder.resolve("ledger.bak");
  }

  /** Reads the ledger, or its backup, or begins anew. */
  public Ledger read() throws IOException {
    Optional<Ledger> ledger = read(file);
    if (ledger.isPresent()) {
      return ledger.get();
    }
    Optional<Ledger> former = read(backup);
    if (former.isPresent()) {
      LOG.warn("Took the deploy ledger from its backup {}", backup);
      return former.get();
    }
    return new Ledger();
  }

  private static Optional<Ledger> read(Path path) throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Files.readAllBytes(path);
      return Optional.of(LedgerText.read(new String(bytes, StandardCharsets.UTF_8)));
    } catch (LedgerText.Damaged e) {
      Path aside = path.resolveSibling(path.getFileName() + ".damaged");
      Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
      LOG.error(
          "The deploy ledger {} is damaged ({}) and was put aside as {}. Without a backup the order"
              + " of plugins is lost and they are numbered anew by symbolic name.",
          path,
          e.getMessage(),
          aside);
      return Optional.empty();
    }
  }

  /** Writes the ledger if something in it changed. */
  public void writeIfChanged(Ledger ledger) throws IOException {
    if (!ledger.isChanged()) {
      return;
    }
    Path next = file.resolveSibling("ledger.tmp");
    // No channel: one that is interrupted, as the agent is at the end, would lose what it writes.
    try (FileOutputStream out = new FileOutputStream(next.toFile())) {
      out.write(LedgerText.write(ledger).getBytes(StandardCharsets.UTF_8));
      out.getFD().sync();
    }
    if (Files.exists(file)) {
      Files.copy(file, backup, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    ledger.written();
  }
}
