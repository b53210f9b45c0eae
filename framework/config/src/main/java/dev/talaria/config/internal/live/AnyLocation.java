package dev.talaria.config.internal.live;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees configurations that a bundle made for itself: bound to its location, they would silently be
 * withheld from an update of the bundle that is installed elsewhere. On Config Admin's event
 * thread.
 */
@Component(service = ConfigurationListener.class, immediate = true)
public final class AnyLocation implements ConfigurationListener {
  private static final Logger LOG = LoggerFactory.getLogger(AnyLocation.class);
  private static final String ANY = "?";

  private final LiveConfiguration live;

  @Activate
  public AnyLocation(@Reference LiveConfiguration live) {
    this.live = live;
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (event.getType() != ConfigurationEvent.CM_UPDATED) {
      return;
    }
    try {
      Optional<Configuration> configuration = live.existing(event.getPid());
      if (configuration.isPresent() && !ANY.equals(configuration.get().getBundleLocation())) {
        configuration.get().setBundleLocation(ANY);
      }
    } catch (IOException | IllegalStateException e) {
      LOG.debug("configuration {} went while it was looked at", event.getPid(), e);
    }
  }
}
