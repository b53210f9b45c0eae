package dev.talaria.benchmarks.bare.internal.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Runs the bare servlet on the class path of a distribution: the framework, the HTTP service and
 * the JSON library of that distribution, with its settings of the HTTP service, and nothing else.
 *
 * <p>Arguments: the folder of the distribution, the JAR of the servlet, a folder for the framework,
 * the port.
 */
public final class BareHost {
  /** What the servlet needs, by the beginning of the file's name. */
  private static final List<String> BUNDLES =
      List.of(
          "org.osgi.util.function-",
          "org.osgi.util.promise-",
          "org.osgi.service.component-",
          "commons-io-",
          "commons-fileupload-",
          "org.apache.felix.http.servlet-api-",
          "org.apache.felix.http.jetty12-",
          "jackson-annotations-",
          "jackson-core-",
          "jackson-databind-");

  private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

  private BareHost() {}

  /** Starts the framework and stays until the process is told to end. */
  public static void main(String[] arguments)
      throws BundleException, IOException, InterruptedException {
    if (arguments.length != 4) {
      System.err.println("Give the distribution, the servlet's JAR, a folder and a port.");
      System.exit(2);
    }
    Path distribution = Path.of(arguments[0]);
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("No framework is on the class path."))
            .newFramework(properties(Path.of(arguments[2]), arguments[3]));
    framework.init();
    List<Bundle> bundles = new ArrayList<>();
    for (String name : BUNDLES) {
      bundles.add(install(framework, find(distribution.resolve("bundles"), name)));
    }
    bundles.add(install(framework, Path.of(arguments[1])));
    for (Bundle bundle : bundles) {
      bundle.start();
    }
    framework.start();
    framework.waitForStop(0);
  }

  private static Bundle install(Framework framework, Path jar) throws BundleException {
    return framework.getBundleContext().installBundle(jar.toUri().toString());
  }

  private static Path find(Path folder, String beginning) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(beginning))
          .findFirst()
          .orElseThrow(
              () -> new IOException("The distribution has no " + beginning + "*.jar in " + folder));
    }
  }

  /** The settings of the HTTP service are those of the launcher: they must not be what differs. */
  private static Map<String, String> properties(Path storage, String port) {
    Map<String, String> all = new HashMap<>();
    all.put(Constants.FRAMEWORK_STORAGE, storage.toString());
    all.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    all.put(
        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
        "org.slf4j;org.slf4j.event;org.slf4j.helpers;org.slf4j.spi;version=1.7.36,"
            + "org.slf4j;org.slf4j.event;org.slf4j.helpers;org.slf4j.spi;version=2.0.17,"
            + "org.osgi.service.log;version=1.5.0");
    all.put("org.osgi.service.http.port", port);
    all.put("org.apache.felix.http.host", "127.0.0.1");
    all.put("org.apache.felix.https.enable", "false");
    all.put("org.apache.felix.http.jetty.sendServerHeader", "false");
    all.put("org.apache.felix.http.jetty.threadpool.max", "64");
    all.put("org.apache.felix.http.jetty.acceptors", "1");
    all.put("org.apache.felix.http.jetty.selectors", "1");
    all.put("org.apache.felix.http.mbeans", "false");
    if (Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS) {
      all.put("org.apache.felix.http.jetty.virtualthreads.enable", "true");
    }
    return all;
  }
}
