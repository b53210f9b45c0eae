package dev.talaria.mcp.server.testing;

import static org.awaitility.Awaitility.await;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.ConnectedClients;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RegistryAdmin;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** The packed bundle in a real framework with a real HTTP server; registry and access are fakes. */
public final class RunningServer implements AutoCloseable {
  private static final String SLF4J =
      "org.slf4j;version=2.0.17,org.slf4j.event;version=2.0.17,org.slf4j.helpers;version=2.0.17,"
          + "org.slf4j.spi;version=2.0.17,org.slf4j;version=1.7.36,org.slf4j.helpers;version=1.7.36,"
          + "org.slf4j.spi;version=1.7.36,org.slf4j.event;version=1.7.36";
  private static final List<String> ON_CLASS_PATH =
      List.of(
          "org.apache.felix.http.servlet-api",
          "org.apache.felix.http.jetty12",
          "org.apache.felix.scr",
          "org.apache.felix.configadmin",
          "org.osgi.service.component-",
          "org.osgi.util.function",
          "org.osgi.util.promise",
          "commons-fileupload",
          "commons-io",
          "jackson-core",
          "mcp-wire");

  public final FakeRegistry registry = new FakeRegistry();
  private final Framework framework;
  private final int port;

  public RunningServer(Map<String, Object> settings) throws Exception {
    port = freePort();
    Path storage = Path.of(System.getProperty("framework.storage", "target/felix"));
    Files.createDirectories(storage);
    Map<String, String> properties = new HashMap<>();
    properties.put(
        Constants.FRAMEWORK_STORAGE, Files.createTempDirectory(storage, "cache").toString());
    properties.put(
        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
        "dev.talaria.api;version=1.0.0,dev.talaria.admin;version=1.0.0," + SLF4J);
    properties.put("org.osgi.service.http.port", Integer.toString(port));
    properties.put("org.apache.felix.http.host", "127.0.0.1");
    properties.put("dev.talaria.version", "9.9.9");
    framework = new FrameworkFactory().newFramework(properties);
    framework.init();
    BundleContext context = framework.getBundleContext();
    context.registerService(RegistryAdmin.class, registry, null);
    context.registerService(AccessControl.class, new FakeAccess(), null);
    framework.start();
    List<Bundle> bundles = new ArrayList<>();
    for (String name : ON_CLASS_PATH) {
      bundles.add(context.installBundle("reference:" + jar(name).toURI()));
    }
    for (Bundle bundle : bundles) {
      if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
        bundle.start();
      }
    }
    configure(settings);
    context.installBundle("reference:" + underTest().toURI()).start();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> service(ReadinessCheck.class).map(ReadinessCheck::problem),
            Optional.of(Optional.empty())::equals);
  }

  /** By reflection: the framework must not share the test's copy of the package with SCR. */
  public void configure(Map<String, Object> settings) throws Exception {
    BundleContext context = framework.getBundleContext();
    ServiceReference<?> reference =
        context.getAllServiceReferences("org.osgi.service.cm.ConfigurationAdmin", null)[0];
    Object admin = context.getService(reference);
    Class<?> api = reference.getBundle().loadClass("org.osgi.service.cm.ConfigurationAdmin");
    Object configuration =
        api.getMethod("getConfiguration", String.class, String.class)
            .invoke(admin, "dev.talaria.mcp.server", "?");
    Dictionary<String, Object> properties = new Hashtable<>(settings);
    reference
        .getBundle()
        .loadClass("org.osgi.service.cm.Configuration")
        .getMethod("update", Dictionary.class)
        .invoke(configuration, properties);
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + port + "/mcp");
  }

  public int port() {
    return port;
  }

  public ConnectedClients clients() {
    return service(ConnectedClients.class).orElseThrow();
  }

  public Bundle bundle() {
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      if ("dev.talaria.mcp.server".equals(bundle.getSymbolicName())) {
        return bundle;
      }
    }
    throw new IllegalStateException("the bundle is not installed");
  }

  private <T> Optional<T> service(Class<T> type) {
    BundleContext context = framework.getBundleContext();
    ServiceReference<T> reference = context.getServiceReference(type);
    return reference == null
        ? Optional.empty()
        : Optional.ofNullable(context.getService(reference));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static File underTest() {
    return new File(
        System.getProperty("bundle.under.test", "target/mcp-server-0.1.0-SNAPSHOT.jar"));
  }

  /** The class path has each bundle as a JAR; the first whose name fits and that is a bundle. */
  private static File jar(String name) throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      File file = new File(entry);
      if (file.getName().startsWith(name) && file.getName().endsWith(".jar")) {
        try (JarFile jar = new JarFile(file)) {
          if (jar.getManifest().getMainAttributes().getValue("Bundle-SymbolicName") != null) {
            return file;
          }
        }
      }
    }
    throw new IllegalStateException(name + " is not on the class path as a bundle");
  }

  @Override
  public void close() throws BundleException {
    framework.stop();
    try {
      framework.waitForStop(20_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    registry.close();
  }
}
