package dev.talaria.files.internal;

import dev.talaria.api.Doc;
import dev.talaria.api.Example;
import dev.talaria.api.SeeAlso;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import dev.talaria.files.internal.text.Difference;
import dev.talaria.files.internal.text.Listing;
import dev.talaria.files.internal.workspace.FileAccess;
import dev.talaria.files.internal.workspace.TextFile;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.PathDecision;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Writes a whole file. */
@Component
@ToolSpec(
    name = "write_file",
    toolset = "file",
    title = "Write file",
    emoji = "✍️",
    destructive = true,
    idempotent = true,
    openWorld = false,
    timeout = "60s",
    description =
        "Writes a text file: what it held before is replaced as a whole, missing folders are made."
            + " Give the plain content, without line numbers.")
@SeeAlso(tools = "patch", text = "To change a part of a file, use patch.")
@SeeAlso(tools = "read_file", text = "Never write back the line numbers that read_file shows.")
public final class WriteFile implements Tool<WriteFile.Args> {
  private final FileAccess access;

  /** Activates the tool. */
  @Activate
  public WriteFile(@Reference FileAccess access) {
    this.access = access;
  }

  /** The parameters. */
  public record Args(
      @Doc("File to write: relative to the workspace, or absolute inside it.")
          @Example("src/main/resources/app.properties")
          String path,
      @Doc("The whole new content.") String content) {}

  /** The answer. */
  public record Result(
      @Doc("Always true: a failure is an error.") boolean success,
      @Doc("Bytes written.") int bytes_written,
      @Doc("Whether the file is new.") boolean created,
      @Doc("The file, resolved.") String resolved_path,
      @Doc("The files that changed.") List<String> files_modified,
      @Doc("What changed, as a unified diff; absent for a new file.") Optional<String> diff,
      @Doc("What went unusually.") Optional<String> _warning) {}

  @Override
  public Result call(Args args, ToolContext context) throws Exception {
    if (Listing.isOne(args.content())) {
      throw new ToolException(
          "The content is a listing of read_file: take the line numbers (LINE|) off and write the"
              + " plain text.");
    }
    PathDecision.Allowed allowed = access.require(context, args.path(), Access.WRITE);
    TextFile file = new TextFile(access, context, args.path(), allowed);
    return access.locks().locked(context, allowed.path(), () -> write(args, file));
  }

  private Result write(Args args, TextFile file) throws ToolException {
    Optional<String> before = file.readIfText();
    TextFile.Written written = file.write(args.content());
    String path = written.path().toString();
    return new Result(
        true,
        written.bytes(),
        written.created(),
        path,
        List.of(path),
        before.map(b -> access.redact(Difference.unified(file.displayName(), b, args.content()))),
        written.warning());
  }
}
