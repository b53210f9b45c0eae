package dev.talaria.launcher.logging;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerConsumer;
import org.slf4j.event.Level;

/**
 * A logger of OSGi's log service in front of one of SLF4J. A proxy, because the interface has some
 * thirty methods that are all the same: a level, a message, arguments.
 */
final class OsgiLogger implements InvocationHandler {
  private final org.slf4j.Logger target;
  private final boolean printf;

  private OsgiLogger(org.slf4j.Logger target, boolean printf) {
    this.target = target;
    this.printf = printf;
  }

  static <L extends Logger> L create(org.slf4j.Logger target, Class<L> kind) {
    if (kind != (Class<?>) Logger.class && kind != (Class<?>) FormatterLogger.class) {
      throw new IllegalArgumentException(kind + " is no kind of logger");
    }
    OsgiLogger handler = new OsgiLogger(target, kind == (Class<?>) FormatterLogger.class);
    return kind.cast(
        Proxy.newProxyInstance(OsgiLogger.class.getClassLoader(), new Class<?>[] {kind}, handler));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    switch (name) {
      case "getName", "toString":
        return target.getName();
      case "hashCode":
        return System.identityHashCode(proxy);
      case "equals":
        return proxy == arguments[0];
      default:
        break;
    }
    if (name.startsWith("is")) {
      String level = name.substring(2, name.length() - "Enabled".length());
      return target.isEnabledForLevel(levelOf(level));
    }
    Level level = levelOf(name);
    if (target.isEnabledForLevel(level)) {
      log((Logger) proxy, level, arguments);
    }
    return null;
  }

  // The type parameter of the consumer is the exception that it throws, which passes through here.
  @SuppressWarnings("unchecked")
  private void log(Logger self, Level level, Object[] arguments) throws Exception {
    if (arguments[0] instanceof LoggerConsumer<?> consumer) {
      ((LoggerConsumer<Exception>) consumer).accept(self);
      return;
    }
    String format = (String) arguments[0];
    Object[] values = valuesOf(arguments);
    Throwable problem =
        values.length > 0 && values[values.length - 1] instanceof Throwable t ? t : null;
    String text = printf && values.length > 0 ? String.format(Locale.ROOT, format, values) : format;
    if (printf || values.length == 0) {
      target.atLevel(level).setCause(problem).log(text);
    } else {
      target.atLevel(level).log(text, values);
    }
  }

  /** One array for the methods with one and two arguments and the one with any number. */
  private static Object[] valuesOf(Object[] arguments) {
    if (arguments.length == 2 && arguments[1] instanceof Object[] any) {
      return any;
    }
    Object[] values = new Object[arguments.length - 1];
    System.arraycopy(arguments, 1, values, 0, values.length);
    return values;
  }

  private static Level levelOf(String name) {
    // What is marked for an audit must not be lost to a threshold.
    return name.equals("audit") ? Level.ERROR : Level.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
