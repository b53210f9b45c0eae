package dev.talaria.benchmarks.bare.internal;

import jakarta.servlet.Servlet;
import java.util.Hashtable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.servlet.whiteboard.HttpWhiteboardConstants;

/** Puts the servlet onto the HTTP whiteboard, as the runtime does with its own. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class BareActivator implements BundleActivator {
  private static final int THREADS = 16;

  private ExecutorService pool;

  @Override
  public void start(BundleContext context) {
    AtomicInteger number = new AtomicInteger();
    pool =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "bare-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(HttpWhiteboardConstants.HTTP_WHITEBOARD_SERVLET_NAME, "bare");
    properties.put(HttpWhiteboardConstants.HTTP_WHITEBOARD_SERVLET_PATTERN, "/bare");
    properties.put(HttpWhiteboardConstants.HTTP_WHITEBOARD_SERVLET_ASYNC_SUPPORTED, true);
    context.registerService(Servlet.class, new BareServlet(pool), properties);
  }

  @Override
  public void stop(BundleContext context) {
    pool.shutdownNow();
  }
}
