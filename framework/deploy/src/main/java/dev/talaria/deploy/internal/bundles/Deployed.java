package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.deploy.internal.store.Content;
import org.osgi.framework.Bundle;

/**
 * A content that is installed.
 *
 * @param content what is installed
 * @param deployment as the registry knows it
 * @param bundle in the framework
 */
public record Deployed(Content content, Deployment deployment, Bundle bundle) {
  /** Whether it runs now. */
  public boolean isRunning() {
    return (bundle.getState() & (Bundle.ACTIVE | Bundle.STARTING)) != 0;
  }

  /** Whether something that it needs is missing. */
  public boolean isUnresolved() {
    return bundle.getState() == Bundle.INSTALLED;
  }
}
