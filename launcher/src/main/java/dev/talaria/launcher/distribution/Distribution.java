package dev.talaria.launcher.distribution;

import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Properties;

/**
 * An unpacked distribution.
 *
 * @param root its folder, by its real path
 */
public record Distribution(Path root) {
  /** Finds the distribution that this class was loaded from. */
  public static Distribution current() {
    CodeSource source = Distribution.class.getProtectionDomain().getCodeSource();
    try {
      Path jar = Path.of(source.getLocation().toURI()).toRealPath();
      Path lib = jar.getParent();
      if (lib == null || !lib.endsWith("lib")) {
        throw new RefusedException(
            "not started from a distribution but from " + jar + "; use bin/talaria");
      }
      return new Distribution(lib.getParent());
    } catch (URISyntaxException | IOException e) {
      throw new RefusedException("the distribution's folder cannot be found; use bin/talaria", e);
    }
  }

  /** Returns the version that the build gave to this program. */
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in =
        Distribution.class.getResourceAsStream("/dev/talaria/launcher/version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the program's version cannot be read", e);
    }
    return properties.getProperty("version");
  }

  /** Returns the distribution's own command. */
  public Path command() {
    return root.resolve("bin").resolve("talaria");
  }

  /**
   * Returns the command that people start: of a checkout the script beside the sources, which
   * outlives a clean build.
   *
   * @param named what the script says of itself, or null
   */
  public Path startedBy(String named) {
    if (named != null && !named.isEmpty()) {
      Path script = Path.of(named);
      if (script.isAbsolute() && Files.isExecutable(script)) {
        return script;
      }
    }
    return command();
  }

  public Path logConfiguration() {
    return root.resolve("conf").resolve("logback.xml");
  }

  /** Reads the list of core bundles; hashes are not yet compared. */
  public CoreList coreList() {
    return CoreList.read(root.resolve("bundles"));
  }
}
