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
import dev.talaria.launcher.settings.Configuration;
import dev.talaria.launcher.settings.FileConfig;
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
  private static final String TERMINAL = "dev.talaria.terminal";

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
    findings.add(guarded("terminal", this::terminal));
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
            guarded("port", Doctor::usualPort),
            guarded("workspace", this::workspace));
      }
      Finding lock = Finding.ok("lock", "held by process " + holder.getAsLong());
      Optional<RuntimeRecord> running = Runtimes.running(home);
      if (running.isEmpty()) {
        return List.of(lock, Finding.note("runtime", "it is starting or stopping"));
      }
      return status(lock, running.get());
    } catch (RefusedException e) {
      return List.of(Finding.problem("lock", e.getMessage()));
    }
  }

  private static Finding usualPort() {
    ListenAddress.check("127.0.0.1", USUAL_PORT);
    return Finding.ok("port", USUAL_PORT + " is free");
  }

  private List<Finding> status(Finding lock, RuntimeRecord runtime) {
    JsonNode status;
    try {
      status = new RuntimeClient(runtime.url(), HomeToken.read(home)).get("/status");
    } catch (RefusedException e) {
      return List.of(lock, Finding.problem("runtime", e.getMessage()));
    }
    List<String> problems = new ArrayList<>();
    status.path("problems").forEach(problem -> problems.add(problem.asString()));
    Finding answers =
        problems.isEmpty()
            ? Finding.ok("runtime", "answers at " + runtime.url())
            : Finding.problem("runtime", String.join("; ", problems));
    String workspace = status.path("workspace").asString("");
    return List.of(
        lock,
        answers,
        workspace.isEmpty()
            ? Finding.note("workspace", "the runtime has none; clients have to bring their own")
            : Finding.ok("workspace", workspace + ", of the running runtime"));
  }

  /** A shell cannot be confined by patterns, so who lets every command run should know it. */
  private Finding terminal() {
    Optional<Configuration> written = new FileConfig(home, System::getenv).get(TERMINAL);
    if (written.isEmpty()) {
      return Finding.ok("terminal", "commands run only when they are approved");
    }
    if (!written.get().problems().isEmpty()) {
      return Finding.problem("terminal", String.join("; ", written.get().problems()));
    }
    boolean open =
        written.get().values().entrySet().stream()
            .anyMatch(
                entry ->
                    entry.getKey().equalsIgnoreCase("approval")
                        && entry.getValue().contains("allow"));
    return open
        ? Finding.warning(
            "terminal",
            "approval=allow in "
                + written.get().file()
                + ": a model can do what you can do on this machine, since a shell cannot be"
                + " confined; list commands in 'allow' instead, or use the safe-terminal plugin")
        : Finding.ok("terminal", "commands run only when they are approved");
  }

  private Finding workspace() {
    Workspace workspace = Workspace.byDefault(currentFolder, home);
    return workspace
        .folder()
        .map(folder -> Finding.ok("workspace", folder + ", when started from here"))
        .orElseGet(() -> Finding.note("workspace", workspace.note()));
  }
}
