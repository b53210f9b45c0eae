package dev.talaria.launcher.framework;

import dev.talaria.launcher.home.Home;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.Constants;

/**
 * What a runtime is started with.
 *
 * @param home that it serves
 * @param distribution folder that it runs from
 * @param command that people start it with
 * @param version of the distribution
 * @param host address to bind to
 * @param port to bind to
 * @param workspace of sessions that bring none
 * @param noAuth whether the MCP endpoint needs no token
 * @param background whether it ends itself after its last client
 */
public record FrameworkSettings(
    Home home,
    Path distribution,
    Path command,
    String version,
    String host,
    int port,
    Optional<Path> workspace,
    boolean noAuth,
    boolean background) {

  private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
  private static final int HTTP_THREADS = 64;

  /** SLF4J under both lines of versions: bundles of either import from one logging library. */
  private static final String SYSTEM_PACKAGES =
      slf4j("1.7.36") + "," + slf4j("2.0.17") + ",org.osgi.service.log;version=1.5.0";

  private static String slf4j(String version) {
    return "org.slf4j;org.slf4j.event;org.slf4j.helpers;org.slf4j.spi;version=" + version;
  }

  /** Returns the framework's properties; a value is a string but for Felix's logger. */
  Map<String, Object> properties() {
    Map<String, Object> all = new HashMap<>();
    all.put(Constants.FRAMEWORK_STORAGE, home.frameworkStorage().toString());
    all.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    all.put(Constants.FRAMEWORK_BSNVERSION, Constants.FRAMEWORK_BSNVERSION_MANAGED);
    all.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SYSTEM_PACKAGES);
    // Felix would guess that a class asked for from outside is wanted from the class path.
    all.put("felix.bootdelegation.implicit", "false");
    all.put("felix.log.logger", new FrameworkLog());
    all.put("felix.log.level", "3");
    all.put("felix.cm.pm", CoreNames.PERSISTENCE_MANAGER);

    all.put("org.osgi.service.http.port", Integer.toString(port));
    all.put("org.apache.felix.http.host", host);
    all.put("org.apache.felix.https.enable", "false");
    all.put("org.apache.felix.http.jetty.sendServerHeader", "false");
    all.put("org.apache.felix.http.jetty.threadpool.max", Integer.toString(HTTP_THREADS));
    all.put("org.apache.felix.http.jetty.acceptors", "1");
    all.put("org.apache.felix.http.jetty.selectors", "1");
    all.put("org.apache.felix.http.mbeans", "false");
    if (Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS) {
      // On an older Java the property leaves the server without a port.
      all.put("org.apache.felix.http.jetty.virtualthreads.enable", "true");
    }

    all.put(CoreNames.HOME, home.root().toString());
    all.put(CoreNames.DISTRIBUTION, distribution.toString());
    all.put(CoreNames.COMMAND, command.toString());
    all.put(CoreNames.VERSION, version);
    all.put(CoreNames.NO_AUTH, Boolean.toString(noAuth));
    all.put(CoreNames.BACKGROUND, Boolean.toString(background));
    workspace.ifPresent(folder -> all.put(CoreNames.WORKSPACE, folder.toString()));
    return all;
  }
}
