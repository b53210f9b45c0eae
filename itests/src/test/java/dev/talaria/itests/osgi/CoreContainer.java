package dev.talaria.itests.osgi;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.frameworkStartLevel;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;

import dev.talaria.itests.harness.Distribution;
import dev.talaria.itests.harness.TestBundle;
import dev.talaria.itests.osgi.standin.LauncherStandIn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.ops4j.pax.exam.Option;

/** The distribution's own bundles in Pax Exam's framework, in the order of the core list. */
final class CoreContainer {
  /** The framework property with the folder of the bundles that a test deploys itself. */
  static final String BUILT = "itests.built";

  private static final int START_LEVEL = 20;

  private CoreContainer() {}

  /** Returns what a container is made of, with a home of its own. */
  static Option core(TestBundle... built) throws IOException {
    Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target/osgi")), "it");
    Path home = home(folder.toRealPath().resolve("home"));
    Path jars = Files.createDirectories(folder.toRealPath().resolve("built"));
    for (TestBundle one : built) {
      one.in(jars);
    }
    Path distribution = Distribution.folder();
    List<Option> options = new ArrayList<>();
    options.add(junitBundles());
    // Exam stops at 5 by itself, where its own bundles are; the core list goes on.
    options.add(frameworkStartLevel(START_LEVEL));
    options.add(systemPackages(packages()));
    options.add(property("felix.cm.pm", "talaria"));
    options.add(property("org.osgi.framework.bsnversion", "managed"));
    options.add(property("org.osgi.service.http.port", Integer.toString(freePort())));
    options.add(property("org.apache.felix.http.host", "127.0.0.1"));
    options.add(property("dev.talaria.home", home.toString()));
    options.add(property("dev.talaria.distribution", distribution.toString()));
    options.add(property("dev.talaria.version", "it"));
    options.add(property("dev.talaria.noauth", "false"));
    options.add(property("dev.talaria.background", "false"));
    options.add(property(BUILT, jars.toString()));
    String location = "reference:" + distribution.resolve("bundles").toUri();
    options.add(property(LauncherStandIn.CORE_LOCATION, location));
    Path standIn =
        TestBundle.named("it.launcher", "1")
            .with(LauncherStandIn.class)
            .header("Bundle-Activator", LauncherStandIn.class.getName())
            .in(jars);
    options.add(bundle("reference:" + standIn.toUri()).startLevel(1));
    for (String line : Files.readAllLines(distribution.resolve("bundles/core.list"))) {
      String[] fields = line.split(" ");
      if (!line.startsWith("#") && fields.length == 3) {
        options.add(bundle(location + fields[2]).startLevel(Integer.parseInt(fields[0])));
      }
    }
    return composite(options.toArray(Option[]::new));
  }

  private static Option property(String key, String value) {
    return frameworkProperty(key).value(value);
  }

  /** Logging as the launcher has it on its class path, and what the tests themselves use. */
  private static String[] packages() {
    List<String> packages = new ArrayList<>(List.of("org.osgi.service.log;version=1.5.0"));
    for (String version : List.of("1.7.36", "2.0.17")) {
      for (String name : List.of("", ".event", ".helpers", ".spi")) {
        packages.add("org.slf4j" + name + ";version=" + version);
      }
    }
    packages.addAll(List.of("org.assertj.core.api", "org.awaitility", "org.awaitility.core"));
    return packages.toArray(String[]::new);
  }

  private static Path home(Path home) throws IOException {
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(home, owner);
    for (String part : List.of("deploy", "etc", "data", "logs")) {
      Files.createDirectory(home.resolve(part), owner);
    }
    Files.writeString(home.resolve("token"), "token-of-the-tests-that-nobody-else-knows-0123\n");
    Files.setPosixFilePermissions(
        home.resolve("token"), PosixFilePermissions.fromString("rw-------"));
    return home;
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
