package dev.talaria.launcher.framework;

import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.core.CoreListWriter;
import dev.talaria.launcher.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.wiring.FrameworkWiring;

/** A framework with small bundles for a core, in a folder that outlives it. */
final class RunningCore implements AutoCloseable {
  static final String ADMIN = "dev.talaria.admin";
  static final String CONFIG = "org.apache.felix.configadmin";
  static final String CONSUMER = "core.consumer";
  static final String SINGLETON = "core.singleton";

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final RuntimeFramework framework;

  private RunningCore(RuntimeFramework framework) {
    this.framework = framework;
  }

  private static Map<String, TestBundle> bundles() {
    Map<String, TestBundle> bundles = new LinkedHashMap<>();
    bundles.put(
        "api",
        new TestBundle(CoreNames.API_BUNDLE, "1.0.0")
            .exporting("dev.talaria.api")
            .header(
                "Provide-Capability",
                "dev.talaria.extension;dev.talaria.extension=\"dev.talaria.api.Tool\","
                    + "dev.talaria.extension;dev.talaria.extension=\"dev.talaria.api.Hook\""));
    bundles.put("admin", new TestBundle(ADMIN, "1.0.0").exporting("dev.talaria.admin"));
    bundles.put("cm", new TestBundle(CONFIG, "1.0.0").exporting("org.osgi.service.cm"));
    bundles.put("registry", new TestBundle(CoreNames.REGISTRY_BUNDLE, "1.0.0"));
    bundles.put("singleton", singleton("1.0.0"));
    bundles.put("servlet", new TestBundle("core.servlet", "1.0.0").exporting("jakarta.servlet"));
    bundles.put(
        "consumer",
        new TestBundle(CONSUMER, "1.0.0")
            .importing(
                "dev.talaria.admin,plugin.optional;resolution:=optional,"
                    + "org.osgi.framework.hooks.service")
            .header("DynamicImport-Package", "plugin.dynamic"));
    return bundles;
  }

  static TestBundle singleton(String version) {
    return new TestBundle(SINGLETON + ";singleton:=true", version);
  }

  /** Starts in a folder: with the same one again, it is a second start. */
  static RunningCore start(Path folder) throws Exception {
    return start(folder, bundles());
  }

  static RunningCore start(Path folder, Map<String, TestBundle> bundles) throws Exception {
    return start(folder, coreList(folder, bundles), DEADLINE);
  }

  static RunningCore start(Path folder, CoreList list, Duration deadline) throws Exception {
    RuntimeFramework framework = new RuntimeFramework(settings(folder), list);
    try {
      framework.start(deadline);
    } catch (RuntimeException e) {
      framework.stop(DEADLINE);
      throw e;
    }
    return new RunningCore(framework);
  }

  static FrameworkSettings settings(Path folder) {
    return new FrameworkSettings(
        new Home(folder.resolve("home")),
        folder,
        folder.resolve("bin/talaria"),
        "1.0.0",
        "127.0.0.1",
        1,
        Optional.empty(),
        false,
        false);
  }

  static CoreList coreList(Path folder, Map<String, TestBundle> bundles) throws IOException {
    Path jars = Files.createDirectories(folder.resolve("bundles"));
    StringBuilder wanted = new StringBuilder();
    for (Map.Entry<String, TestBundle> bundle : bundles.entrySet()) {
      bundle.getValue().write(jars.resolve(bundle.getKey() + "-1.0.0.jar"));
      wanted.append("1 ").append(bundle.getKey()).append('\n');
    }
    Path input = folder.resolve("core.txt");
    Files.writeString(input, wanted);
    CoreListWriter.main(new String[] {input.toString(), jars.toString()});
    return CoreList.read(jars);
  }

  BundleContext context() {
    return framework.context();
  }

  Bundle core(String symbolicName) {
    for (Bundle bundle : context().getBundles()) {
      if (symbolicName.equals(bundle.getSymbolicName())) {
        return bundle;
      }
    }
    throw new IllegalArgumentException(symbolicName);
  }

  /** Installs as the deploy agent would. */
  Bundle deploy(String location, TestBundle bundle) throws BundleException {
    return context().installBundle(location, bundle.stream());
  }

  Bundle start(String location, TestBundle bundle) throws BundleException {
    Bundle installed = deploy(location, bundle);
    installed.start();
    return installed;
  }

  void refresh(Bundle bundle) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    context()
        .getBundle()
        .adapt(FrameworkWiring.class)
        .refreshBundles(
            java.util.List.of(bundle),
            event -> {
              if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                done.countDown();
              }
            });
    if (!done.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("not refreshed");
    }
  }

  /** Stops, and says whether the core stopped. */
  boolean stop(Duration deadline) throws InterruptedException {
    return framework.stop(deadline);
  }

  /** Waits for a stop that somebody else begins. */
  boolean awaitStop(Duration deadline) throws InterruptedException {
    return framework.awaitStop(deadline);
  }

  @Override
  public void close() {
    try {
      if (!framework.stop(DEADLINE)) {
        throw new AssertionError("the framework did not stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
