package dev.talaria.mcp.wire.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How grave a log message is (RFC 5424, as MCP names them), the least grave first. */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** Returns the level of this word. */
  public static Optional<LogLevel> of(String word) {
    for (LogLevel level : values()) {
      if (level.word().equals(word)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  /** Returns the level that stands for one of the platform's. */
  public static LogLevel of(System.Logger.Level level) {
    return switch (level) {
      case ERROR -> ERROR;
      case WARNING -> WARNING;
      case INFO -> INFO;
      case ALL, TRACE, DEBUG, OFF -> DEBUG;
    };
  }

  /** Returns all words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(LogLevel::word).collect(Collectors.joining(", "));
  }

  /** Returns the word for it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
