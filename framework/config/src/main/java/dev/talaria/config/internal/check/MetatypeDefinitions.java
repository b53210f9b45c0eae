package dev.talaria.config.internal.check;

import dev.talaria.admin.RuntimeProperties;
import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.PidFileNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.AttributeDefinition;
import org.osgi.service.metatype.MetaTypeInformation;
import org.osgi.service.metatype.MetaTypeService;
import org.osgi.service.metatype.ObjectClassDefinition;

/**
 * What Metatype tells. A bundle that was deployed is believed only about the PIDs of its own name:
 * otherwise it could make the operator's values for other bundles count as wrong.
 *
 * <p>Holds nothing of the bundles it asks; the version is the only state.
 */
@Component(service = Definitions.class)
public final class MetatypeDefinitions implements Definitions {
  private static final String LAUNCHER_ONLY =
      "(&" + RuntimeProperties.CORE_BUNDLES_TARGET + "(service.bundleid=0))";

  /** Keys of Declarative Services that every component has. */
  private static final List<String> COMPONENT_SUFFIXES = List.of(".target", ".cardinality.minimum");

  private final BundleContext context;
  private final MetaTypeService metatype;
  private final Predicate<Bundle> core;
  private final AtomicLong version = new AtomicLong();
  private final BundleListener listener = this::bundleChanged;

  @Activate
  public MetatypeDefinitions(
      BundleContext context,
      @Reference MetaTypeService metatype,
      @Reference(target = LAUNCHER_ONLY) Predicate<Bundle> core) {
    this.context = context;
    this.metatype = metatype;
    this.core = core;
    context.addBundleListener(listener);
  }

  @Deactivate
  void deactivate() {
    context.removeBundleListener(listener);
  }

  private void bundleChanged(BundleEvent event) {
    int changing = BundleEvent.RESOLVED | BundleEvent.STARTED | BundleEvent.UNINSTALLED;
    if ((event.getType() & changing) != 0) {
      version.incrementAndGet();
    }
  }

  @Override
  public long version() {
    return version.get();
  }

  @Override
  public Optional<Keys> of(String pid) {
    Map<String, AttributeDefinition> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (ObjectClassDefinition definition : definitions(PidFileNames.factoryPid(pid).orElse(pid))) {
      for (AttributeDefinition attribute :
          definition.getAttributeDefinitions(ObjectClassDefinition.ALL)) {
        known.put(attribute.getID(), attribute);
      }
    }
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of((key, value) -> find(known, key, value));
  }

  private static Optional<Finding> find(
      Map<String, AttributeDefinition> known, String key, CfgValue value) {
    AttributeDefinition attribute = known.get(key);
    if (attribute != null && !attribute.getID().equals(key)) {
      // Config Admin finds keys whatever their case; who reads the properties does not.
      return unknown("did you mean " + attribute.getID());
    }
    if (attribute != null) {
      return ValueCheck.check(attribute, value).map(text -> new Finding(true, text));
    }
    return isOpenEnded(key, known) ? Optional.empty() : unknown("known are " + known.keySet());
  }

  private static Optional<Finding> unknown(String hint) {
    return Optional.of(new Finding(false, "nobody knows this key; " + hint));
  }

  /** A map is written as {@code env.NAME = value} and defined as {@code env}. */
  private static boolean isOpenEnded(String key, Map<String, AttributeDefinition> known) {
    for (int dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
      if (known.containsKey(key.substring(0, dot))) {
        return true;
      }
    }
    return COMPONENT_SUFFIXES.stream().anyMatch(key::endsWith);
  }

  private List<ObjectClassDefinition> definitions(String pid) {
    List<ObjectClassDefinition> ofCore = new ArrayList<>();
    List<ObjectClassDefinition> ofItself = new ArrayList<>();
    boolean coreName = false;
    for (Bundle bundle : context.getBundles()) {
      boolean isCore = core.test(bundle);
      boolean ownName = isNamedAfter(pid, bundle.getSymbolicName());
      coreName |= isCore && ownName;
      if (isCore) {
        definition(bundle, pid).ifPresent(ofCore::add);
      } else if (ownName) {
        definition(bundle, pid).ifPresent(ofItself::add);
      }
    }
    return ofCore.isEmpty() && !coreName ? ofItself : ofCore;
  }

  private static boolean isNamedAfter(String pid, String symbolicName) {
    return symbolicName != null && (pid.equals(symbolicName) || pid.startsWith(symbolicName + "."));
  }

  private Optional<ObjectClassDefinition> definition(Bundle bundle, String pid) {
    if ((bundle.getState() & (Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE)) == 0) {
      return Optional.empty();
    }
    MetaTypeInformation information = metatype.getMetaTypeInformation(bundle);
    if (information == null
        || !contains(information.getPids(), pid) && !contains(information.getFactoryPids(), pid)) {
      return Optional.empty();
    }
    return Optional.ofNullable(information.getObjectClassDefinition(pid, null));
  }

  private static boolean contains(String[] pids, String pid) {
    return pids != null && Arrays.asList(pids).contains(pid);
  }
}
