package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;

/**
 * Marks an interface that deployed bundles may publish as a service for the runtime to use.
 * Services of deployed bundles under any other interface are invisible to the runtime's own
 * bundles. The list is read from this bundle's manifest (capability {@value #NAMESPACE}), so it is
 * stated nowhere else.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Capability(
    namespace = ExtensionPoint.NAMESPACE,
    attribute = ExtensionPoint.NAMESPACE + "=${@class}")
public @interface ExtensionPoint {
  /** The capability namespace that lists the extension points. */
  String NAMESPACE = "dev.talaria.extension";
}
