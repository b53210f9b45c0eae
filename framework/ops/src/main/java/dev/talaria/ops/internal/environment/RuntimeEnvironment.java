package dev.talaria.ops.internal.environment;

import dev.talaria.admin.RuntimeProperties;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.osgi.framework.BundleContext;

/**
 * What the launcher said about this runtime.
 *
 * @param home its folder
 * @param distribution where it was started from
 * @param version of the distribution
 * @param workspace the default one
 * @param boundHost as the operator wrote it; empty: all addresses
 * @param noAuth whether the operator asked for no token on {@code /mcp}
 * @param background whether a bridge started it
 */
public record RuntimeEnvironment(
    Path home,
    Path distribution,
    String version,
    Optional<Path> workspace,
    String boundHost,
    boolean noAuth,
    boolean background) {
  public RuntimeEnvironment {
    Objects.requireNonNull(home, "home");
    Objects.requireNonNull(distribution, "distribution");
  }

  /** Reads the framework properties; fails when the home or the distribution is not stated. */
  public static RuntimeEnvironment of(BundleContext context) {
    return new RuntimeEnvironment(
        folder(context, RuntimeProperties.HOME),
        folder(context, RuntimeProperties.DISTRIBUTION),
        text(context, RuntimeProperties.VERSION),
        Optional.of(text(context, RuntimeProperties.WORKSPACE))
            .filter(w -> !w.isEmpty())
            .map(Path::of),
        text(context, RuntimeProperties.HOST),
        "true".equals(text(context, RuntimeProperties.NO_AUTH)),
        "true".equals(text(context, RuntimeProperties.BACKGROUND)));
  }

  public Path logs() {
    return home.resolve("logs");
  }

  public Path tokenFile() {
    return home.resolve("token");
  }

  public Path runtimeFile() {
    return home.resolve("data").resolve("runtime.json");
  }

  /** Returns when this process started. */
  public static Instant started() {
    return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
  }

  private static Path folder(BundleContext context, String key) {
    String value = text(context, key);
    if (value.isEmpty()) {
      throw new IllegalStateException(
          "The framework property " + key + " is missing: start the runtime with bin/talaria.");
    }
    return Path.of(value).toAbsolutePath().normalize();
  }

  private static String text(BundleContext context, String key) {
    String value = context.getProperty(key);
    return value == null ? "" : value.strip();
  }
}
