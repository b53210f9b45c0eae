package dev.talaria.launcher.logging;

import java.util.Hashtable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerFactory;
import org.slf4j.event.Level;

/**
 * OSGi's log service on top of SLF4J, one object for each bundle that uses it. Felix's bundles log
 * through it; without it they print to stdout. Thread-safe.
 */
public final class OsgiLogService implements LogService {
  private final Bundle user;

  private OsgiLogService(Bundle user) {
    this.user = user;
  }

  /** Publishes the service. */
  public static void register(BundleContext context) {
    context.registerService(
        new String[] {LogService.class.getName(), LoggerFactory.class.getName()},
        new ServiceFactory<LogService>() {
          @Override
          public LogService getService(
              Bundle bundle, ServiceRegistration<LogService> registration) {
            return new OsgiLogService(bundle);
          }

          @Override
          public void ungetService(
              Bundle bundle, ServiceRegistration<LogService> registration, LogService service) {
            // Holds nothing.
          }
        },
        new Hashtable<>());
  }

  @Override
  public Logger getLogger(String name) {
    return getLogger(user, name, Logger.class);
  }

  @Override
  public Logger getLogger(Class<?> type) {
    return getLogger(user, type.getName(), Logger.class);
  }

  @Override
  public <L extends Logger> L getLogger(String name, Class<L> kind) {
    return getLogger(user, name, kind);
  }

  @Override
  public <L extends Logger> L getLogger(Class<?> type, Class<L> kind) {
    return getLogger(user, type.getName(), kind);
  }

  @Override
  public <L extends Logger> L getLogger(Bundle bundle, String name, Class<L> kind) {
    String category = Logger.ROOT_LOGGER_NAME.equals(name) ? bundle.getSymbolicName() : name;
    return OsgiLogger.create(org.slf4j.LoggerFactory.getLogger(category), kind);
  }

  @Override
  @Deprecated
  public void log(int level, String message) {
    log(null, level, message, null);
  }

  @Override
  @Deprecated
  public void log(int level, String message, Throwable problem) {
    log(null, level, message, problem);
  }

  @Override
  @Deprecated
  public void log(ServiceReference<?> service, int level, String message) {
    log(service, level, message, null);
  }

  @Override
  @Deprecated
  public void log(ServiceReference<?> service, int level, String message, Throwable problem) {
    org.slf4j.LoggerFactory.getLogger(user.getSymbolicName())
        .atLevel(levelOf(level))
        .setCause(problem)
        .log(message);
  }

  /** Numbers of the old methods: 1 error to 4 debug; others mean what the reader may ignore. */
  private static Level levelOf(int level) {
    if (level == LogLevel.ERROR.ordinal()) {
      return Level.ERROR;
    } else if (level == LogLevel.WARN.ordinal()) {
      return Level.WARN;
    } else if (level == LogLevel.INFO.ordinal()) {
      return Level.INFO;
    }
    return Level.DEBUG;
  }
}
