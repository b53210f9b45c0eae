package dev.talaria.registry.internal.call;

import dev.talaria.registry.internal.tool.OwnerId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** The folders in which owners keep what outlives their updates: {@code data/bundles/OWNER}. */
public final class DataFolders {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}");

  private final Optional<Path> home;

  /**
   * Creates the folders' keeper.
   *
   * @param home of the runtime; empty: there is none, and no folder is given out
   */
  public DataFolders(Optional<Path> home) {
    this.home = home;
  }

  Path of(OwnerId owner) {
    if (home.isEmpty()) {
      throw new IllegalStateException("The runtime was started without a home folder");
    }
    // A symbolic name that is no plain file name must not lead out of the folder.
    String name =
        PLAIN.matcher(owner.name()).matches()
            ? owner.name()
            : "_" + Integer.toHexString(owner.name().hashCode());
    Path folder = home.get().resolve("data").resolve("bundles").resolve(name);
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("The data folder " + folder + " cannot be made", e);
    }
  }
}
