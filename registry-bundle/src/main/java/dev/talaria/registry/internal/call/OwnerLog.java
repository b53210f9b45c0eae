package dev.talaria.registry.internal.call;

import dev.talaria.api.ToolCall.ProgressListener;
import java.text.MessageFormat;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool's log, passed on to the runtime's and to a caller who wants to hear of it. */
final class OwnerLog implements System.Logger {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerLog.class);

  private final Logger target;
  private final Supplier<Optional<ProgressListener>> listener;

  /**
   * Creates the log of a tool.
   *
   * @param listener the caller, as long as it waits for the call
   */
  OwnerLog(String owner, String tool, Supplier<Optional<ProgressListener>> listener) {
    this.target = LoggerFactory.getLogger(owner + "." + tool);
    this.listener = listener;
  }

  @Override
  public String getName() {
    return target.getName();
  }

  @Override
  public boolean isLoggable(System.Logger.Level level) {
    return level != System.Logger.Level.OFF
        && (target.isEnabledForLevel(translated(level)) || isHeard(level));
  }

  @Override
  public void log(
      System.Logger.Level level, ResourceBundle texts, String message, Throwable thrown) {
    if (isLoggable(level)) {
      String text = localised(texts, message);
      target.atLevel(translated(level)).setCause(thrown).log(text);
      tell(level, thrown == null ? text : text + ": " + thrown);
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
      tell(level, text);
    }
  }

  private boolean isHeard(System.Logger.Level level) {
    return listener.get().filter(hearing -> hearing.hears(level)).isPresent();
  }

  private void tell(System.Logger.Level level, String text) {
    listener
        .get()
        .filter(hearing -> hearing.hears(level))
        .ifPresent(
            hearing -> {
              try {
                hearing.logged(level, getName(), text);
              } catch (RuntimeException e) {
                // The caller's fault, not the tool's.
                LOG.warn("What {} logged could not be told to its caller", getName(), e);
              }
            });
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
