package dev.talaria.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RegistryAdmin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

/** How the core's bundles hang together once they are resolved. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class WiringIT {
  private static final Set<String> API = Set.of("dev.talaria.api");
  private static final Set<String> API_AND_ADMIN = Set.of("dev.talaria.api", "dev.talaria.admin");

  /** Of the packages of Talaria, those that a bundle may have from others. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.of(
          "dev.talaria.api", Set.of(),
          "dev.talaria.admin", API,
          "dev.talaria.files", API,
          "dev.talaria.terminal", API,
          "dev.talaria.config", API_AND_ADMIN,
          "dev.talaria.deploy", API_AND_ADMIN,
          "dev.talaria.ops", API_AND_ADMIN,
          "dev.talaria.registry",
              Set.of("dev.talaria.api", "dev.talaria.api.hook", "dev.talaria.admin"));

  @Inject private BundleContext context;
  @Inject private RegistryAdmin registry;

  @Configuration
  public Option[] configuration() throws Exception {
    return new Option[] {CoreContainer.core()};
  }

  private List<Bundle> core() {
    List<Bundle> core = new ArrayList<>();
    String location = context.getProperty("itests.core.location");
    for (Bundle bundle : context.getBundles()) {
      if (bundle.getLocation().startsWith(location)) {
        core.add(bundle);
      }
    }
    return core;
  }

  private static Set<String> imported(Bundle bundle) {
    Set<String> packages = new TreeSet<>();
    for (BundleWire wire :
        bundle.adapt(BundleWiring.class).getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE)) {
      packages.add(
          (String) wire.getCapability().getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
    }
    return packages;
  }

  private Bundle bundle(String symbolicName) {
    return core().stream()
        .filter(bundle -> bundle.getSymbolicName().equals(symbolicName))
        .findFirst()
        .orElseThrow(() -> new AssertionError(symbolicName + " is not of the core"));
  }

  @Test
  public void everyCoreBundleIsActive() {
    assertThat(core()).hasSizeGreaterThan(20);
    for (Bundle bundle : core()) {
      assertThat(bundle.getState()).as(bundle.toString()).isEqualTo(Bundle.ACTIVE);
    }
  }

  @Test
  public void everyPartGetsReady() throws Exception {
    List<String> parts = new ArrayList<>();
    for (ServiceReference<ReadinessCheck> reference :
        context.getServiceReferences(ReadinessCheck.class, null)) {
      ReadinessCheck check = context.getService(reference);
      parts.add(check.part());
      await(check.part())
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(check.problem()).isEqualTo(Optional.empty()));
    }
    assertThat(parts).contains("config", "deploy", "mcp", "registry");
    assertThat(registry.view().tools()).hasSize(7);
  }

  @Test
  public void nothingInternalIsExported() {
    for (Bundle bundle : core()) {
      if (bundle.getSymbolicName().startsWith("dev.talaria.")) {
        for (BundleCapability capability :
            bundle.adapt(BundleWiring.class).getCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
          assertThat(capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE).toString())
              .as(bundle.toString())
              .startsWith(bundle.getSymbolicName())
              .doesNotContain(".internal");
        }
      }
    }
  }

  @Test
  public void everyBundleKeepsToItsNeighbours() {
    MAY_USE.forEach(
        (name, allowed) -> {
          Set<String> used = imported(bundle(name));
          used.removeIf(pack -> !pack.startsWith("dev.talaria."));
          used.remove(name);
          assertThat(allowed).as(name).containsAll(used);
        });
  }

  @Test
  public void toolFamiliesAndTheApiNeedNoLibraryOfTheRuntime() {
    for (String name : List.of("dev.talaria.api", "dev.talaria.files", "dev.talaria.terminal")) {
      assertThat(imported(bundle(name)))
          .as(name)
          .noneMatch(pack -> pack.startsWith("tools.jackson") || pack.startsWith("jakarta."));
    }
    assertThat(imported(bundle("dev.talaria.api"))).noneMatch(p -> p.startsWith("org.slf4j"));
    assertThat(imported(bundle("dev.talaria.registry"))).noneMatch(p -> p.startsWith("jakarta."));
  }

  @Test
  public void contractsHaveOneExporter() {
    for (String contract : API_AND_ADMIN) {
      List<Bundle> exporters = new ArrayList<>();
      for (Bundle bundle : context.getBundles()) {
        for (BundleCapability capability :
            bundle.adapt(BundleWiring.class).getCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
          if (capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE).equals(contract)) {
            exporters.add(bundle);
          }
        }
      }
      assertThat(exporters).as(contract).containsExactly(bundle(contract));
    }
  }
}
