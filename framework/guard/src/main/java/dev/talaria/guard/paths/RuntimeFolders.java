package dev.talaria.guard.paths;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The places of the runtime itself, which hold its token, its policy and its programs. Immutable.
 *
 * @param home the home folder
 * @param distribution where the runtime was installed
 * @param command the program that people start it with, when that lies outside the distribution
 */
public record RuntimeFolders(
    Optional<Path> home, Optional<Path> distribution, Optional<Path> command) {
  /** Framework property with the home folder; written by the launcher. */
  public static final String HOME = "dev.talaria.home";

  /** Framework property with the distribution folder; written by the launcher. */
  public static final String DISTRIBUTION = "dev.talaria.distribution";

  /** Framework property with the command of a checkout; written by the launcher. */
  public static final String COMMAND = "dev.talaria.command";

  /** Creates folders without a command outside of them. */
  public RuntimeFolders(Optional<Path> home, Optional<Path> distribution) {
    this(home, distribution, Optional.empty());
  }

  /**
   * Reads the folders from framework properties.
   *
   * @param properties gives a property, or null
   */
  public static RuntimeFolders from(UnaryOperator<String> properties) {
    return new RuntimeFolders(
        Optional.ofNullable(properties.apply(HOME)).map(Path::of).map(Path::toAbsolutePath),
        Optional.ofNullable(properties.apply(DISTRIBUTION)).map(Path::of).map(Path::toAbsolutePath),
        Optional.ofNullable(properties.apply(COMMAND)).map(Path::of).map(Path::toAbsolutePath));
  }

  /** Returns all of them that there are. */
  public List<Path> all() {
    List<Path> all = new ArrayList<>();
    home.ifPresent(all::add);
    distribution.ifPresent(all::add);
    command.ifPresent(all::add);
    return List.copyOf(all);
  }

  DenyRules deny(DenyRules rules) {
    DenyRules.Builder builder = rules.extend();
    home.ifPresent(h -> builder.folder(h, "in the runtime's home"));
    distribution.ifPresent(d -> builder.folder(d, "in the runtime's distribution"));
    command.ifPresent(c -> builder.folderForWriting(c, "the runtime's own command"));
    return builder.build();
  }

  boolean isApartFromHome(Path root) {
    if (home.isEmpty()) {
      return true;
    }
    try {
      Path real = RealPaths.resolve(home.get());
      return !real.startsWith(root) && !root.startsWith(real);
    } catch (IOException e) {
      return false;
    }
  }
}
