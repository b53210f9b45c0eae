package dev.talaria.registry.internal.call;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool's log, passed on to the runtime's. */
final class OwnerLog implements System.Logger {
  private final Logger target;

  /** Creates the log of a tool. */
  OwnerLog(String owner, String tool) {
    this.target = LoggerFactory.getLogger(owner + "." + tool);
  }

  @Override
  public String getName() {
    return target.getName();
  }

  @Override
  public boolean isLoggable(System.Logger.Level level) {
    return level != System.Logger.Level.OFF && target.isEnabledForLevel(translated(level));
  }

  @Override
  public void log(
      System.Logger.Level level, ResourceBundle texts, String message, Throwable thrown) {
    if (isLoggable(level)) {
      target.atLevel(translated(level)).setCause(thrown).log(localised(texts, message));
    }
  }

  @Override
  public void log(
      System.Logger.Level level, ResourceBundle texts, String format, Object... parameters) {
    if (isLoggable(level)) {
      String pattern = localised(texts, format);
      String text =
          parameters == null || parameters.length == 0
              ? pattern
              : MessageFormat.format(pattern, parameters);
      target.atLevel(translated(level)).log(text);
    }
  }

  private static String localised(ResourceBundle texts, String key) {
    return texts != null && key != null && texts.containsKey(key)
        ? texts.getString(key)
        : String.valueOf(key);
  }

  private static org.slf4j.event.Level translated(System.Logger.Level level) {
    return switch (level) {
      case ERROR -> org.slf4j.event.Level.ERROR;
      case WARNING -> org.slf4j.event.Level.WARN;
      case INFO -> org.slf4j.event.Level.INFO;
      case DEBUG -> org.slf4j.event.Level.DEBUG;
      case ALL, TRACE, OFF -> org.slf4j.event.Level.TRACE;
    };
  }
}
