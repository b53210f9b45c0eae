package dev.talaria.terminal.internal.access;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.guard.commands.CommandAllowList;
import dev.talaria.guard.commands.CommandPolicy;
import dev.talaria.guard.commands.CommandScope;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.DenyRules;
import dev.talaria.guard.paths.PathDecision;
import dev.talaria.guard.paths.PathPolicy;
import dev.talaria.guard.paths.RuntimeFolders;
import dev.talaria.guard.paths.StandardDenyRules;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/**
 * What the terminal tools share. The configuration is one immutable value in a volatile field: a
 * call reads it once and so sees all of a change or nothing of it.
 */
@Component(service = TerminalAccess.class, configurationPid = TerminalConfiguration.PID)
@Designate(ocd = TerminalConfiguration.class)
public final class TerminalAccess {
  private static final System.Logger LOG = System.getLogger(TerminalAccess.class.getName());

  private final RuntimeFolders runtime;
  private final Path userHome;
  private final Map<String, String> ownEnvironment;
  private volatile Settings settings;

  /**
   * All that follows from one configuration.
   *
   * @param deniedPaths what the operator denies; empty: nobody has understood it yet
   */
  private record Settings(
      List<Path> roots,
      DenyRules denied,
      CommandApproval approval,
      Map<String, String> environment,
      int outputChars,
      int background,
      Optional<List<Path>> deniedPaths) {}

  /** Activates the component. */
  @Activate
  public TerminalAccess(
      BundleContext context, TerminalConfiguration configuration, Map<String, Object> raw) {
    this(
        RuntimeFolders.from(context::getProperty),
        Path.of(System.getProperty("user.home")),
        System.getenv(),
        configuration,
        raw);
  }

  /**
   * Creates the access with all that it needs from outside.
   *
   * @param raw the properties as they are stored: typed access would take more for a yes
   */
  public TerminalAccess(
      RuntimeFolders runtime,
      Path userHome,
      Map<String, String> ownEnvironment,
      TerminalConfiguration configuration,
      Map<String, Object> raw) {
    this.runtime = runtime;
    this.userHome = userHome;
    this.ownEnvironment = Map.copyOf(ownEnvironment);
    modified(configuration, raw);
  }

  /** Takes a new configuration for calls to come. */
  @Modified
  public void modified(TerminalConfiguration configuration, Map<String, Object> raw) {
    List<String> unusable = new ArrayList<>();
    Set<Path> deniedPaths = new LinkedHashSet<>(absolute(configuration.deny(), unusable));
    Optional<List<Path>> before = Optional.ofNullable(settings).flatMap(Settings::deniedPaths);
    if (!unusable.isEmpty()) {
      // What was denied before goes on: what is meant now cannot be told.
      before.ifPresent(deniedPaths::addAll);
    }
    Optional<String> closed = closed(unusable, before.isPresent());
    DenyRules.Builder denied = StandardDenyRules.forUser(userHome).extend();
    deniedPaths.forEach(p -> denied.folder(p, "on the operator's deny list"));
    List<Path> guarded = new ArrayList<>(runtime.all());
    guarded.addAll(deniedPaths);
    CommandPolicy floor =
        new CommandPolicy(
            new CommandScope(
                userHome, runtime.home(), guarded, Set.of(ProcessHandle.current().pid())));
    settings =
        new Settings(
            roots(configuration),
            denied.build(),
            new CommandApproval(
                floor, ApprovalMode.of(raw.get("approval")), allowList(configuration), closed),
            ChildEnvironment.of(configuration.environment(), ownEnvironment, runtime),
            configuration.max__output__chars(),
            configuration.max__background(),
            closed.isPresent() ? Optional.empty() : Optional.of(List.copyOf(deniedPaths)));
  }

  /** Returns why no command runs because of what 'deny' says; empty: it stands in nobody's way. */
  private static Optional<String> closed(List<String> unusable, boolean holdsFromBefore) {
    if (unusable.isEmpty()) {
      return Optional.empty();
    }
    String problem =
        "deny in "
            + TerminalConfiguration.PID
            + " has "
            + unusable
            + ", which is no absolute path of this system";
    LOG.log(
        holdsFromBefore ? System.Logger.Level.WARNING : System.Logger.Level.ERROR,
        "{0}; {1}",
        problem,
        holdsFromBefore
            ? "what was denied before is denied as well until it is mended"
            : "no command runs until it is mended");
    return holdsFromBefore ? Optional.empty() : Optional.of(problem);
  }

  private static CommandAllowList allowList(TerminalConfiguration configuration) {
    List<String> lines = new ArrayList<>();
    for (String line : configuration.allow()) {
      try {
        if (!line.isBlank()) {
          CommandAllowList.of(List.of(line));
          lines.add(line);
        }
      } catch (IllegalArgumentException e) {
        leftOut("allow", line, e.getMessage());
      }
    }
    return CommandAllowList.of(lines);
  }

  private static List<Path> roots(TerminalConfiguration configuration) {
    List<String> unusable = new ArrayList<>();
    List<Path> roots = absolute(configuration.roots(), unusable);
    unusable.forEach(line -> leftOut("roots", line, "not an absolute path of this system"));
    return roots;
  }

  private static List<Path> absolute(String[] lines, List<String> unusable) {
    List<Path> paths = new ArrayList<>();
    for (String line : lines) {
      if (line.isBlank()) {
        continue;
      }
      try {
        Path path = Path.of(line.strip());
        if (path.isAbsolute()) {
          paths.add(path);
          continue;
        }
      } catch (InvalidPathException e) {
        // As a path that is not absolute: told of below, by whoever asked.
      }
      unusable.add(line);
    }
    return List.copyOf(paths);
  }

  private static void leftOut(String key, String line, String reason) {
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}: {1}: ''{2}'' is left out: {3}",
        TerminalConfiguration.PID,
        key,
        line,
        reason);
  }

  /** Returns who decides about commands. */
  public CommandApproval approval() {
    return settings.approval();
  }

  /** Returns the whole environment of commands. */
  public Map<String, String> environment() {
    return settings.environment();
  }

  /** Returns how many characters of output one answer holds. */
  public int outputChars() {
    return settings.outputChars();
  }

  /** Returns how many background processes a session may have running. */
  public int backgroundLimit() {
    return settings.background();
  }

  /**
   * Returns the folder to run a command in.
   *
   * @param requested by the caller; else the first root
   * @throws ToolException if there is no workspace or the folder is not in it
   */
  public Path folder(ToolContext context, Optional<String> requested) throws ToolException {
    Settings now = settings;
    List<Path> roots = new ArrayList<>(context.workspaceRoots());
    roots.addAll(now.roots());
    PathPolicy policy = PathPolicy.of(roots, now.denied(), runtime);
    PathDecision decision = policy.decide(requested.orElse("."), Access.READ);
    if (decision instanceof PathDecision.Refused refused) {
      throw new ToolException(refused.reason());
    }
    Path folder = ((PathDecision.Allowed) decision).path();
    if (!Files.isDirectory(folder)) {
      throw new ToolException("workdir " + requested.orElse(".") + " is no folder.");
    }
    return folder;
  }
}
