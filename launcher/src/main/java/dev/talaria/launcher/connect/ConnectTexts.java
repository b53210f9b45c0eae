package dev.talaria.launcher.connect;

import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.runtime.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The texts, one resource for each client. Where a client can run a command or read a variable, the
 * token is read by that, so that it stands in no second file.
 */
public final class ConnectTexts {
  /** The clients, in the order of the list. */
  public static final List<String> CLIENTS =
      List.of(
          "inspector",
          "claude-code",
          "claude-desktop",
          "vscode",
          "cursor",
          "curl",
          "java",
          "typescript");

  private final Map<String, String> values;

  /**
   * Fills in where the runtime is.
   *
   * @param command that starts this program
   */
  public ConnectTexts(URI mcpUrl, Home home, Path command) {
    String token = home.token().toString();
    this.values =
        Map.of(
            "@URL@", mcpUrl.toString(),
            "@URL_STRING@", Json.quoted(mcpUrl.toString()),
            "@TOKEN_SHELL@", shellQuoted(token),
            "@TOKEN_STRING@", Json.quoted(token),
            "@COMMAND_STRING@", Json.quoted(command.toString()),
            "@HOME_STRING@", Json.quoted(home.toString()));
  }

  /** Returns the text for one of {@link #CLIENTS}. */
  public String of(String client) {
    String text = read(client);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace(value.getKey(), value.getValue());
    }
    return text;
  }

  private static String read(String client) {
    try (InputStream in =
        ConnectTexts.class.getResourceAsStream(
            "/dev/talaria/launcher/connect/" + client + ".txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the text for " + client + " cannot be read", e);
    }
  }

  /** Quotes a word for a shell; plain words stay as they are. */
  static String shellQuoted(String word) {
    return word.matches("[A-Za-z0-9_./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
