package dev.talaria.mcp.server.internal.settings;

import java.time.Duration;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the configuration into settings; a wrong value is named and its default holds. */
public final class SettingsReader {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsReader.class);
  private static final String PID = "dev.talaria.mcp.server";
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

  private SettingsReader() {}

  /** Returns the settings that the configuration means. */
  public static ServerSettings read(ServerConfiguration configuration) {
    return new ServerSettings(
        path(configuration.path()),
        atLeast("page_size", configuration.page__size(), 1, 1000),
        duration("notify_window", configuration.notify__window(), 0, Duration.ofMillis(50)),
        atLeast("max_request_bytes", configuration.max__request__bytes(), 1024, 8 << 20),
        atLeast("max_sessions", configuration.max__sessions(), 1, 10_000),
        atLeast("max_sessions_per_client", configuration.max__sessions__per__client(), 1, 1000),
        duration("session_idle", configuration.session__idle(), 100, Duration.ofMinutes(30)),
        duration("keep_alive", configuration.keep__alive(), 100, Duration.ofSeconds(15)),
        duration("stall_limit", configuration.stall__limit(), 100, Duration.ofSeconds(10)));
  }

  private static String path(String path) {
    if (PATH.matcher(path).matches()) {
      return path;
    }
    LOG.warn("{}: path \"{}\" is no path such as /mcp; /mcp is used.", PID, path);
    return "/mcp";
  }

  private static int atLeast(String key, int value, int least, int fallback) {
    if (value >= least) {
      return value;
    }
    LOG.warn("{}: {} is {} but must be {} or more; {} is used.", PID, key, value, least, fallback);
    return fallback;
  }

  private static Duration duration(String key, String text, long leastMillis, Duration fallback) {
    Duration value = DurationText.parse(text).orElse(null);
    if (value != null && value.toMillis() >= leastMillis) {
      return value;
    }
    LOG.warn(
        "{}: {} is \"{}\" but must be a time of {} ms or more, such as 500ms or 15s; {} ms is"
            + " used.",
        PID,
        key,
        text,
        leastMillis,
        fallback.toMillis());
    return fallback;
  }
}
