package dev.talaria.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;

class ServiceHooksTest extends HookTest {
  private static final String TOOL = CoreNames.TOOL_SERVICE;
  private static final String HOOK = "dev.talaria.api.Hook";
  private static final String SERVLET = "jakarta.servlet.Servlet";
  private static final String ADMIN_SERVICE = "dev.talaria.admin.RegistryAdmin";
  private static final String CONFIG_ADMIN = "org.osgi.service.cm.ConfigurationAdmin";

  /** A factory may be registered under any name: the framework asks for no such class. */
  private static final class Nothing implements ServiceFactory<Object> {
    @Override
    public Object getService(Bundle bundle, ServiceRegistration<Object> registration) {
      return new Object();
    }

    @Override
    public void ungetService(
        Bundle bundle, ServiceRegistration<Object> registration, Object service) {
      // Nothing to give back.
    }
  }

  @EachStart
  void aToolIsSeenByItsOwnerTheRegistryAndTheFrameworkOnly(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle owner = core.start("a", new TestBundle("a", "1.0.0"));
      Bundle other = core.start("b", new TestBundle("b", "1.0.0"));
      publish(owner, TOOL);

      assertThat(sees(owner, TOOL)).isTrue();
      assertThat(sees(core.core(CoreNames.REGISTRY_BUNDLE), TOOL)).isTrue();
      assertThat(sees(core.context().getBundle(), TOOL)).isTrue();
      assertThat(sees(other, TOOL)).isFalse();
      assertThat(sees(core.core(RunningCore.CONSUMER), TOOL)).isFalse();
    }
  }

  @EachStart
  void eventsOfAToolGoWhereItIsSeen(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle owner = core.start("a", new TestBundle("a", "1.0.0"));
      Bundle other = core.start("b", new TestBundle("b", "1.0.0"));
      List<String> heard = new CopyOnWriteArrayList<>();
      listen(owner, "owner", heard);
      listen(other, "other", heard);
      listen(core.core(CoreNames.REGISTRY_BUNDLE), "registry", heard);
      listen(core.core(RunningCore.CONSUMER), "core", heard);

      publish(owner, TOOL).unregister();

      assertThat(heard).containsExactlyInAnyOrder("owner 1", "owner 4", "registry 1", "registry 4");
    }
  }

  @Test
  void aToolOfTheCoreIsHiddenFromOtherCoreBundlesAndFromDeployedOnes() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle plugin = core.start("a", new TestBundle("a", "1.0.0"));
      publish(core.core(RunningCore.CONSUMER), TOOL);

      assertThat(sees(core.core(CoreNames.REGISTRY_BUNDLE), TOOL)).isTrue();
      assertThat(sees(core.core(RunningCore.ADMIN), TOOL)).isFalse();
      assertThat(sees(plugin, TOOL)).isFalse();
    }
  }

  @Test
  void aStrangerWithTheNameOfTheRegistrySeesNoTools() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle owner = core.start("a", new TestBundle("a", "1.0.0"));
      Bundle stranger = core.start("r", new TestBundle(CoreNames.REGISTRY_BUNDLE, "2.0.0"));
      publish(owner, TOOL);

      assertThat(sees(stranger, TOOL)).isFalse();
    }
  }

  @EachStart
  void fromDeployedBundlesTheCoreSeesExtensionPointsOnly(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle plugin = core.start("a", new TestBundle("a", "1.0.0"));
      Bundle consumer = core.core(RunningCore.CONSUMER);
      List<String> heard = new CopyOnWriteArrayList<>();
      listen(consumer, "core", heard);
      publish(plugin, SERVLET);
      publish(plugin, "org.osgi.service.cm.ConfigurationPlugin");

      assertThat(sees(consumer, SERVLET)).isFalse();
      assertThat(heard).isEmpty();

      publish(plugin, HOOK);

      assertThat(sees(consumer, HOOK)).isTrue();
      assertThat(heard).containsExactly("core 1");
    }
  }

  @Test
  void anExtensionPointCarriesNoOtherInterfaceOfTheCoreIn() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle plugin = core.start("a", new TestBundle("a", "1.0.0"));
      Bundle consumer = core.core(RunningCore.CONSUMER);
      publish(plugin, HOOK, SERVLET);
      publish(plugin, HOOK, "java.util.function.Predicate");

      assertThat(sees(consumer, HOOK)).isFalse();
      assertThat(sees(consumer, SERVLET)).isFalse();

      publish(plugin, HOOK, "plugin.Own", "java.lang.AutoCloseable");

      assertThat(sees(consumer, HOOK)).isTrue();
    }
  }

  @Test
  void aDeployedBundleDoesNotPassItselfOffAsTheApi() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle plugin =
          core.start(
              "a",
              new TestBundle(CoreNames.API_BUNDLE, "2.0.0")
                  .header(
                      "Provide-Capability",
                      "dev.talaria.extension;dev.talaria.extension=\"" + SERVLET + "\""));
      publish(plugin, SERVLET);

      assertThat(sees(core.core(RunningCore.CONSUMER), SERVLET)).isFalse();
    }
  }

  @EachStart
  void deployedBundlesDoNotSeeTheCoresOwnServices(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle plugin = core.start("a", new TestBundle("a", "1.0.0"));
      publish(core.core(RunningCore.ADMIN), ADMIN_SERVICE);
      publish(core.core(RunningCore.CONFIG), CONFIG_ADMIN);

      assertThat(sees(plugin, ADMIN_SERVICE)).isFalse();
      assertThat(sees(plugin, "org.osgi.framework.hooks.service.FindHook")).isFalse();
      assertThat(sees(core.core(RunningCore.CONSUMER), ADMIN_SERVICE)).isTrue();
      // The component runtime looks it up through the context of each component.
      assertThat(sees(plugin, CONFIG_ADMIN)).isTrue();
    }
  }

  @Test
  void deployedBundlesSeeEachOthersServices() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle one = core.start("a", new TestBundle("a", "1.0.0"));
      Bundle two = core.start("b", new TestBundle("b", "1.0.0"));
      publish(one, "plugin.Service");

      assertThat(sees(two, "plugin.Service")).isTrue();
    }
  }

  @EachStart
  void theLauncherTellsCoreBundlesFromOthers(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle plugin = core.start("a", new TestBundle(RunningCore.ADMIN, "7.0.0"));
      BundleContext registry = core.core(CoreNames.REGISTRY_BUNDLE).getBundleContext();
      @SuppressWarnings("rawtypes")
      ServiceReference<Predicate> reference =
          registry
              .getServiceReferences(Predicate.class, "(dev.talaria.launcher=core-bundles)")
              .iterator()
              .next();
      @SuppressWarnings("unchecked")
      Predicate<Bundle> isCore = registry.getService(reference);

      assertThat(reference.getBundle().getBundleId()).isZero();
      assertThat(isCore.test(core.core(CoreNames.REGISTRY_BUNDLE))).isTrue();
      assertThat(isCore.test(plugin)).isFalse();
      assertThat(isCore.test(core.context().getBundle())).isFalse();
    }
  }

  private static ServiceRegistration<?> publish(Bundle owner, String... interfaces) {
    return owner.getBundleContext().registerService(interfaces, new Nothing(), null);
  }

  private static boolean sees(Bundle bundle, String service) throws InvalidSyntaxException {
    ServiceReference<?>[] found = bundle.getBundleContext().getAllServiceReferences(service, null);
    return found != null;
  }

  private static void listen(Bundle bundle, String name, List<String> heard) {
    bundle.getBundleContext().addServiceListener(event -> heard.add(name + " " + event.getType()));
  }
}
