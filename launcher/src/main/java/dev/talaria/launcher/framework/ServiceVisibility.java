package dev.talaria.launcher.framework;

import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/**
 * Which bundle sees which service.
 *
 * <ul>
 *   <li>The framework and the owner see a service always.
 *   <li>A tool is seen by the registry besides: everybody else goes through the registry, where the
 *       policy holds.
 *   <li>From deployed bundles, the core sees extension points and nothing else, so that no deployed
 *       servlet, log or configuration plugin works itself into the core.
 *   <li>Deployed bundles see nothing that is published under the core's own interfaces.
 * </ul>
 */
final class ServiceVisibility {
  // What a tool's class may implement besides without being of use to anything in the core.
  private static final List<String> HARMLESS_PACKAGES = List.of("java.lang", "java.io");

  private final CoreBundles core;

  ServiceVisibility(CoreBundles core) {
    this.core = core;
  }

  boolean isVisible(ServiceReference<?> service, Bundle requester) {
    Bundle owner = service.getBundle();
    if (core.isFramework(requester) || requester == owner) {
      return true;
    }
    if (owner == null) {
      // Unregistered meanwhile: nobody can use it any more.
      return false;
    }
    String[] interfaces = (String[]) service.getProperty(Constants.OBJECTCLASS);
    if (core.isDeployed(requester)) {
      return !isTool(interfaces) && (core.isDeployed(owner) || !isInternal(interfaces));
    }
    if (isTool(interfaces) && !core.isRegistry(requester)) {
      return false;
    }
    return !core.isDeployed(owner) || isExtension(interfaces);
  }

  private static boolean isTool(String[] interfaces) {
    return List.of(interfaces).contains(CoreNames.TOOL_SERVICE);
  }

  private static boolean isInternal(String[] interfaces) {
    for (String name : interfaces) {
      if (CoreNames.isWithin(packageOf(name), CoreNames.HIDDEN_SERVICE_PACKAGES)) {
        return true;
      }
    }
    return false;
  }

  /**
   * An extension point may come with interfaces of the deployed bundle itself. One that the core
   * knows, a servlet say, hides the service: else it would ride in on the extension point.
   */
  private boolean isExtension(String[] interfaces) {
    boolean extension = false;
    for (String name : interfaces) {
      if (core.isExtensionPoint(name)) {
        extension = true;
      } else if (!isOfNoUseToCore(packageOf(name))) {
        return false;
      }
    }
    return extension;
  }

  private boolean isOfNoUseToCore(String packageName) {
    return HARMLESS_PACKAGES.contains(packageName)
        || !(packageName.startsWith("java.") || core.offersPackage(packageName));
  }

  private static String packageOf(String className) {
    int end = className.lastIndexOf('.');
    return end < 0 ? "" : className.substring(0, end);
  }
}
