package dev.talaria.safeterminal.internal;

import dev.talaria.api.CallResult;
import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Example;
import dev.talaria.api.Length;
import dev.talaria.api.Maximum;
import dev.talaria.api.Minimum;
import dev.talaria.api.SeeAlso;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.DenyRules;
import dev.talaria.guard.paths.PathDecision;
import dev.talaria.guard.paths.PathPolicy;
import dev.talaria.guard.paths.StandardDenyRules;
import dev.talaria.guard.shell.PlainScript;
import dev.talaria.guard.shell.ShellSyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Takes the place of the builtin {@code terminal}, judges the command, and passes it on. It starts
 * nothing itself, so background processes are those of the builtin and {@code process} sees them.
 * The list of programs is one immutable value in a volatile field.
 */
@Component(configurationPid = SafeTerminalConfiguration.PID)
@Designate(ocd = SafeTerminalConfiguration.class)
@ToolSpec(
    name = "terminal",
    toolset = "terminal",
    override = true,
    title = "Safe terminal",
    emoji = "🛡️",
    destructive = true,
    openWorld = true,
    timeout = "630s",
    description =
        "Runs a plain command of listed programs (such as ls, cat, head, tail, wc, grep, git status)"
            + " on files of the workspace and returns its output and exit code. Commands may be"
            + " joined by | and &&. Not taken: variables, substitutions, patterns outside quotes,"
            + " redirections, other programs. For servers and long work set background=true.")
@SeeAlso(
    tools = "process",
    text = "What was started with background=true is looked after with process.")
public final class SafeTerminal implements Tool<SafeTerminal.Args> {
  private static final Set<String> OPERATORS = Set.of("|", "&&");

  private final DenyRules denied =
      StandardDenyRules.forUser(Path.of(System.getProperty("user.home")));
  private volatile ProgramList programs;

  /** Activates the tool. */
  @Activate
  public SafeTerminal(SafeTerminalConfiguration configuration) {
    modified(configuration);
  }

  /** Takes a new configuration for calls to come. */
  @Modified
  public void modified(SafeTerminalConfiguration configuration) {
    programs = new ProgramList(configuration.programs());
  }

  /** The parameters: those of the builtin. */
  public record Args(
      @Doc("The command, as for a POSIX shell.")
          @Example("git status --short")
          @Length(min = 1, max = 100_000)
          String command,
      @Doc("Start it in the background and return at once with its session_id.") @Default("false")
          boolean background,
      @Doc("Seconds after which a foreground command is ended (exit code 124).")
          @Default("180")
          @Minimum(1)
          @Maximum(600)
          int timeout,
      @Doc("Folder to run in: relative to the workspace, or absolute inside it.")
          Optional<String> workdir) {}

  @Override
  public CallResult call(Args args, ToolContext context) throws ToolException {
    PathPolicy policy = PathPolicy.of(context.workspaceRoots(), denied);
    PathDecision decision = policy.decide(args.workdir().orElse("."), Access.READ);
    if (decision instanceof PathDecision.Refused refused) {
      throw new ToolException(refused.reason());
    }
    Path folder = ((PathDecision.Allowed) decision).path();
    require(args.command(), new PathArguments(policy, folder));
    Map<String, Object> passed = new LinkedHashMap<>();
    passed.put("command", args.command());
    passed.put("background", args.background());
    passed.put("timeout", args.timeout());
    args.workdir().ifPresent(workdir -> passed.put("workdir", workdir));
    return context.callOverridden(passed);
  }

  private void require(String command, PathArguments paths) throws ToolException {
    ProgramList listed = programs;
    try {
      for (List<String> words : PlainScript.read(command, OPERATORS).commands()) {
        Optional<String> refusal = listed.refusal(words).or(() -> paths.refusal(words));
        if (refusal.isPresent()) {
          throw new ToolException("The safe terminal does not run this: " + refusal.get() + ".");
        }
      }
    } catch (ShellSyntaxException e) {
      throw new ToolException(
          "The safe terminal runs plain commands only, and this has " + e.getMessage() + ".");
    }
  }
}
