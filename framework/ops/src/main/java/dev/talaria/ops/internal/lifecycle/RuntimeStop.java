package dev.talaria.ops.internal.lifecycle;

import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the runtime. Thread-safe; a second request does nothing more. */
@Component(service = RuntimeStop.class)
public final class RuntimeStop {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeStop.class);

  private final BundleContext context;

  @Activate
  public RuntimeStop(BundleContext context) {
    this.context = context;
  }

  /** Begins to stop the framework and returns: the framework stops on a thread of its own. */
  public void stop(String reason) {
    LOG.info("The runtime stops: {}.", reason);
    try {
      context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
    } catch (BundleException e) {
      LOG.error("The runtime cannot be stopped; end its process.", e);
    }
  }
}
