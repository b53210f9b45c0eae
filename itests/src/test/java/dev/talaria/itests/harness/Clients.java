package dev.talaria.itests.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The real clients of {@code itests/clients}, which npm installs. */
public final class Clients {
  private static final String REQUIRED = "TALARIA_REQUIRE_CLIENTS";

  private Clients() {}

  static Path folder() {
    return Distribution.checkout().resolve("itests/clients");
  }

  static Path binary(String name) {
    return folder().resolve("node_modules/.bin").resolve(name);
  }

  /** Skips the calling test where the clients are not installed, unless CI insists on them. */
  public static void assumeInstalled() {
    boolean installed =
        Files.isExecutable(binary("node")) && Files.isExecutable(binary("mcp-inspector"));
    String why = "the MCP clients are not installed; run `npm ci` in " + folder();
    if (!installed && "true".equals(System.getenv(REQUIRED))) {
      throw new AssertionError(why + " (" + REQUIRED + " is true)");
    }
    assumeTrue(installed, why);
  }
}
