package dev.talaria.deploy;

import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.InstalledBundle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;

/**
 * The process that {@link DeployCrashIT} kills: a runtime that says on its stdout what runs when it
 * is ready, and then each step of what it does.
 */
final class CrashedRuntime {
  private CrashedRuntime() {}

  /** Takes the home and the symbolic names to tell of. */
  public static void main(String[] arguments) throws Exception {
    DeployRuntime runtime = new DeployRuntime(Path.of(arguments[0]));
    await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
    List<String> steps = runtime.deployments.steps;
    int told = steps.size();
    for (String name : Arrays.asList(arguments).subList(1, arguments.length)) {
      // Running, held by the framework, reported by the agent.
      System.out.println(
          name
              + " "
              + runtime.running(name)
              + " "
              + runtime.bundles(name).stream().map(Bundle::getVersion).toList()
              + " "
              + runtime.agent().bundles().stream()
                  .filter(bundle -> bundle.symbolicName().equals(name))
                  .map(InstalledBundle::version)
                  .toList());
    }
    System.out.println("ready");
    CountDownLatch never = new CountDownLatch(1);
    while (!never.await(200, TimeUnit.MICROSECONDS)) {
      for (; told < steps.size(); told++) {
        System.out.println("step " + steps.get(told).split(" ")[0]);
      }
    }
  }
}
