package dev.talaria.itests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the build left what the tests run. */
public final class Distribution {
  private Distribution() {}

  /** Returns the folder of the checkout. */
  public static Path checkout() {
    return Path.of(System.getProperty("itests.root", "..")).toAbsolutePath().normalize();
  }

  /** Returns the unpacked distribution. */
  public static Path folder() {
    Path folder = checkout().resolve("launcher/target/talaria");
    if (!Files.isExecutable(folder.resolve("bin/talaria"))) {
      throw new IllegalStateException(folder + " is no distribution; build the launcher first");
    }
    return folder;
  }

  /** Returns the distribution as it is handed out. */
  public static Path archive() {
    return only(checkout().resolve("launcher/target"), "talaria-*.tar.gz");
  }

  /** Returns the JAR of a plugin module, as an operator finds it. */
  public static Path plugin(String module) {
    return only(checkout().resolve("plugin-bundles").resolve(module).resolve("target"), "*.jar");
  }

  private static Path only(Path folder, String glob) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
      files.forEach(found::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (found.size() != 1) {
      throw new IllegalStateException(
          "there is to be exactly one " + glob + " in " + folder + ", not " + found);
    }
    return found.get(0);
  }
}
