package dev.talaria.files.internal;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Example;
import dev.talaria.api.SeeAlso;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import dev.talaria.files.internal.session.FileSession;
import dev.talaria.files.internal.text.Difference;
import dev.talaria.files.internal.text.Replacement;
import dev.talaria.files.internal.text.Replacement.Outcome;
import dev.talaria.files.internal.workspace.FileAccess;
import dev.talaria.files.internal.workspace.TextFile;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.PathDecision;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Replaces a passage of a file. */
@Component
@ToolSpec(
    name = "patch",
    toolset = "file",
    title = "Patch file",
    emoji = "🩹",
    destructive = true,
    openWorld = false,
    timeout = "60s",
    description =
        "Changes a part of a text file: finds old_string and puts new_string in its place. Copy"
            + " old_string from the file without line numbers, with enough lines around it to be"
            + " unique. If it does not stand there exactly, lines that differ in white space only"
            + " are accepted. Returns the change as a unified diff.")
@SeeAlso(
    tools = "read_file",
    text = "Copy old_string from what read_file shows, without its line numbers.")
@SeeAlso(tools = "write_file", text = "To replace a whole file, use write_file.")
public final class Patch implements Tool<Patch.Args> {
  private final FileAccess access;

  /** Activates the tool. */
  @Activate
  public Patch(@Reference FileAccess access) {
    this.access = access;
  }

  /** Ways to say what changes. */
  public enum Mode {
    /** By the passage. */
    @Doc("find old_string and replace it by new_string")
    replace,
    /** By a V4A patch. */
    @Doc("not available in this version")
    patch
  }

  /** The parameters. */
  public record Args(
      @Doc("How the change is given.") @Default("replace") Mode mode,
      @Doc("File to change: relative to the workspace, or absolute inside it.")
          @Example("src/main/java/App.java")
          Optional<String> path,
      @Doc("The text to be replaced, exactly as it stands in the file.")
          Optional<String> old_string,
      @Doc("The text to put in its place; empty to delete.") Optional<String> new_string,
      @Doc("Replace every place where old_string stands, not just a single one.") @Default("false")
          boolean replace_all,
      @Doc("A patch text; not available in this version.") Optional<String> patch) {}

  /** The answer. */
  public record Result(
      @Doc("Always true: a failure is an error.") boolean success,
      @Doc("What changed, as a unified diff.") String diff,
      @Doc("How many places were replaced.") int replacements,
      @Doc("How old_string was found: exact or whitespace.") String matched,
      @Doc("The files that changed.") List<String> files_modified,
      @Doc("What went unusually.") Optional<String> _warning) {}

  @Override
  public Result call(Args args, ToolContext context) throws Exception {
    if (args.mode() == Mode.patch || args.patch().isPresent()) {
      throw new ToolException(
          "This version does not take patch texts (mode=patch): use mode=replace with path,"
              + " old_string and new_string, one call for each place.");
    }
    String path = required(args.path(), "path");
    String oldString = required(args.old_string(), "old_string");
    String newString = required(args.new_string(), "new_string");
    if (oldString.isEmpty()) {
      throw new ToolException(
          "old_string is empty: to make a file or write it anew use write_file.");
    }
    if (oldString.equals(newString)) {
      throw new ToolException("old_string and new_string are the same: there is nothing to do.");
    }
    PathDecision.Allowed allowed = access.require(context, path, Access.WRITE);
    access.require(context, path, Access.READ);
    TextFile file = new TextFile(access, context, path, allowed);
    return access
        .locks()
        .locked(
            context,
            allowed.path(),
            () -> replace(file, allowed, oldString, newString, args.replace_all(), context));
  }

  private Result replace(
      TextFile file,
      PathDecision.Allowed allowed,
      String oldString,
      String newString,
      boolean all,
      ToolContext context)
      throws ToolException {
    String before = file.read();
    FileSession session = FileSession.of(context);
    Outcome outcome = Replacement.apply(before, oldString, newString, all);
    if (!(outcome instanceof Outcome.Replaced replaced)) {
      String advice = session.patchFailures().failed(allowed.path());
      throw new ToolException(reason(outcome, file.displayName()) + advice);
    }
    TextFile.Written written = file.write(replaced.text());
    session.patchFailures().succeeded(allowed.path());
    return new Result(
        true,
        access.redact(Difference.unified(file.displayName(), before, replaced.text())),
        replaced.count(),
        replaced.exact() ? "exact" : "whitespace",
        List.of(written.path().toString()),
        written.warning());
  }

  private static String reason(Outcome outcome, String name) {
    return outcome instanceof Outcome.Ambiguous ambiguous
        ? "old_string stands in "
            + name
            + " "
            + ambiguous.count()
            + " times: add lines around it to make it unique, or set replace_all."
        : "old_string does not stand in "
            + name
            + ", not even with other white space: read the file and copy the text from it.";
  }

  private static String required(Optional<String> value, String name) throws ToolException {
    return value.orElseThrow(() -> new ToolException("mode=replace needs '" + name + "'."));
  }
}
