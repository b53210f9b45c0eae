package dev.talaria.launcher.framework;

import org.apache.felix.framework.Logger;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Sends what the framework says about itself to the log; by itself it would print to stdout. */
final class FrameworkLog extends Logger {
  private final org.slf4j.Logger log = LoggerFactory.getLogger("org.apache.felix.framework");

  @Override
  @SuppressWarnings("rawtypes")
  protected void doLog(
      Bundle bundle, ServiceReference service, int level, String message, Throwable problem) {
    LoggingEventBuilder event = log.atLevel(levelOf(level)).setCause(problem);
    if (bundle == null) {
      event.log(message);
    } else {
      event.log("{}: {}", bundle, message);
    }
  }

  @Override
  protected void doLog(int level, String message, Throwable problem) {
    log.atLevel(levelOf(level)).setCause(problem).log(message);
  }

  private static Level levelOf(int level) {
    return switch (level) {
      case LOG_ERROR -> Level.ERROR;
      case LOG_WARNING -> Level.WARN;
      case LOG_INFO -> Level.INFO;
      default -> Level.DEBUG;
    };
  }
}
