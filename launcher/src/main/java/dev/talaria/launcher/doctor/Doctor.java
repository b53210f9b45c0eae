package dev.talaria.launcher.doctor;

import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.distribution.Distribution;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeFolder;
import dev.talaria.launcher.home.HomeLock;
import dev.talaria.launcher.home.HomeToken;
import dev.talaria.launcher.home.Workspace;
import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.runtime.RuntimeRecord;
import dev.talaria.launcher.runtime.Runtimes;
import dev.talaria.launcher.start.ListenAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Looks over the set-up and changes nothing. */
public final class Doctor {
  private static final int OLDEST_JAVA = 17;
  private static final int USUAL_PORT = 8420;

  private final Home home;
  private final Path currentFolder;
  private final Supplier<Distribution> distribution;

  public Doctor(Home home, Path currentFolder, Supplier<Distribution> distribution) {
    this.home = home;
    this.currentFolder = currentFolder;
    this.distribution = distribution;
  }

  /** Makes all checks; one that cannot be made is a problem of its own. */
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(java());
    findings.add(guarded("distribution", this::distribution));
    findings.addAll(home());
    findings.add(guarded("token", this::token));
    findings.addAll(runtime());
    findings.add(guarded("workspace", this::workspace));
    return findings;
  }

  private static Finding guarded(String check, Supplier<Finding> finding) {
    try {
      return finding.get();
    } catch (RefusedException e) {
      return Finding.problem(check, e.getMessage());
    }
  }

  private static Finding java() {
    int version = Runtime.version().feature();
    String text = "Java " + Runtime.version() + " in " + System.getProperty("java.home");
    return version >= OLDEST_JAVA
        ? Finding.ok("java", text)
        : Finding.problem("java", text + "; Java " + OLDEST_JAVA + " or later is needed");
  }

  private Finding distribution() {
    Distribution found = distribution.get();
    CoreList list = found.coreList();
    list.verify();
    return Finding.ok(
        "distribution",
        found.root()
            + ", version "
            + Distribution.version()
            + ", "
            + list.entries().size()
            + " core bundles as built");
  }

  private List<Finding> home() {
    if (!Files.exists(home.root())) {
      return List.of(Finding.note("home", home + " does not exist yet; `talaria run` makes it"));
    }
    if (!Files.isDirectory(home.root())) {
      return List.of(Finding.problem("home", home + " is not a folder; choose another --home DIR"));
    }
    List<Finding> findings = new ArrayList<>();
    for (String problem : new HomeFolder(home).problems()) {
      findings.add(Finding.problem("home", problem));
    }
    if (!Files.isWritable(home.root())) {
      findings.add(Finding.problem("home", home + " cannot be written to by you"));
    }
    return findings.isEmpty() ? List.of(Finding.ok("home", home.toString())) : findings;
  }

  private Finding token() {
    if (!Files.exists(home.token())) {
      return Finding.note("token", "there is none yet; `talaria run` makes it");
    }
    HomeToken.read(home);
    return Finding.ok("token", home.token().toString());
  }

  private List<Finding> runtime() {
    try {
      OptionalLong holder = HomeLock.holder(home);
      if (holder.isEmpty()) {
        return List.of(
            Finding.ok("lock", "free: no runtime is running for this home"),
            guarded("port", Doctor::usualPort));
      }
      Finding lock = Finding.ok("lock", "held by process " + holder.getAsLong());
      Optional<RuntimeRecord> running = Runtimes.running(home);
      if (running.isEmpty()) {
        return List.of(lock, Finding.note("runtime", "it is starting or stopping"));
      }
      return List.of(lock, guarded("runtime", () -> status(running.get())));
    } catch (RefusedException e) {
      return List.of(Finding.problem("lock", e.getMessage()));
    }
  }

  private static Finding usualPort() {
    ListenAddress.check("127.0.0.1", USUAL_PORT);
    return Finding.ok("port", USUAL_PORT + " is free");
  }

  private Finding status(RuntimeRecord runtime) {
    JsonNode status = new RuntimeClient(runtime.url(), HomeToken.read(home)).get("/status");
    List<String> problems = new ArrayList<>();
    status.path("problems").forEach(problem -> problems.add(problem.asString()));
    return problems.isEmpty()
        ? Finding.ok("runtime", "answers at " + runtime.url())
        : Finding.problem("runtime", String.join("; ", problems));
  }

  private Finding workspace() {
    Workspace workspace = Workspace.byDefault(currentFolder, home);
    return workspace
        .folder()
        .map(folder -> Finding.ok("workspace", folder + ", when started from here"))
        .orElseGet(() -> Finding.note("workspace", workspace.note()));
  }
}
