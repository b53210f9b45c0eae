package dev.talaria.files.internal.workspace;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.DenyRules;
import dev.talaria.guard.paths.PathDecision;
import dev.talaria.guard.paths.PathPolicy;
import dev.talaria.guard.paths.RuntimeFolders;
import dev.talaria.guard.paths.StandardDenyRules;
import dev.talaria.guard.secrets.SecretRedactor;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/**
 * What the file tools share: configuration, locks, redaction. The configuration is one immutable
 * value in a volatile field: a call reads it once and so sees all of a change or nothing of it.
 */
@Component(service = FileAccess.class, configurationPid = FilesConfiguration.PID)
@Designate(ocd = FilesConfiguration.class)
public final class FileAccess {
  private static final System.Logger LOG = System.getLogger(FileAccess.class.getName());

  private final RuntimeFolders runtime;
  private final Path userHome;
  private final PathLocks locks = new PathLocks();
  private final SecretRedactor redactor = new SecretRedactor();
  private volatile Settings settings;

  private record Settings(List<Path> roots, DenyRules denied, Limits limits) {}

  /** Activates the component. */
  @Activate
  public FileAccess(BundleContext context, FilesConfiguration configuration) {
    this(
        RuntimeFolders.from(context::getProperty),
        Path.of(System.getProperty("user.home")),
        configuration);
  }

  /** Creates the access with all that it needs from outside. */
  public FileAccess(RuntimeFolders runtime, Path userHome, FilesConfiguration configuration) {
    this.runtime = runtime;
    this.userHome = userHome;
    modified(configuration);
  }

  /** Takes a new configuration for calls to come. */
  @Modified
  public void modified(FilesConfiguration configuration) {
    DenyRules.Builder denied = StandardDenyRules.forUser(userHome).extend();
    for (String line : configuration.deny()) {
      if (!line.isBlank()) {
        denied.operatorRule(line);
      }
    }
    settings = new Settings(roots(configuration), denied.build(), Limits.of(configuration));
  }

  private static List<Path> roots(FilesConfiguration configuration) {
    List<Path> roots = new ArrayList<>();
    for (String line : Arrays.stream(configuration.roots()).filter(r -> !r.isBlank()).toList()) {
      try {
        Path root = Path.of(line.strip());
        if (!root.isAbsolute()) {
          throw new InvalidPathException(line, "not absolute");
        }
        roots.add(root);
      } catch (InvalidPathException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0}: roots: ''{1}'' is left out: {2}",
            FilesConfiguration.PID,
            line,
            e.getReason());
      }
    }
    return List.copyOf(roots);
  }

  /** Returns the limits of now. */
  public Limits limits() {
    return settings.limits();
  }

  /** Returns what a call may reach: its session's workspace, then the configured roots. */
  public PathPolicy policy(ToolContext context) {
    Settings now = settings;
    List<Path> roots = new ArrayList<>(context.workspaceRoots());
    roots.addAll(now.roots());
    return PathPolicy.of(roots, now.denied(), runtime);
  }

  /**
   * Returns where a path leads.
   *
   * @throws ToolException if the call may not use it
   */
  public PathDecision.Allowed require(ToolContext context, String path, Access access)
      throws ToolException {
    PathDecision decision = policy(context).decide(path, access);
    if (decision instanceof PathDecision.Allowed allowed) {
      return allowed;
    }
    throw new ToolException(((PathDecision.Refused) decision).reason());
  }

  /** Returns the locks that writers take. */
  public PathLocks locks() {
    return locks;
  }

  /** Returns a text without what looks like a secret. */
  public String redact(String text) {
    return redactor.redact(text);
  }
}
