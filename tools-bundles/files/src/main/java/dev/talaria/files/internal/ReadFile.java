package dev.talaria.files.internal;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Example;
import dev.talaria.api.Maximum;
import dev.talaria.api.Minimum;
import dev.talaria.api.SeeAlso;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import dev.talaria.files.internal.session.FileSession;
import dev.talaria.files.internal.session.FileStamp;
import dev.talaria.files.internal.session.ReadLedger.Read;
import dev.talaria.files.internal.session.ReadLedger.Verdict;
import dev.talaria.files.internal.text.BinaryFiles;
import dev.talaria.files.internal.text.TextPart;
import dev.talaria.files.internal.workspace.FileAccess;
import dev.talaria.files.internal.workspace.FileErrors;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.ConfinedFolder;
import dev.talaria.guard.paths.PathDecision;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads a part of a text file. */
@Component
@ToolSpec(
    name = "read_file",
    toolset = "file",
    title = "Read file",
    emoji = "📖",
    readOnly = true,
    idempotent = true,
    openWorld = false,
    timeout = "60s",
    maxResultChars = -1,
    description =
        "Reads a text file and returns its lines as LINE|text, numbered from 1. Use this instead of"
            + " cat, head or tail. Large files: read parts with offset and limit. An unchanged part"
            + " that was read before is not sent again. Images and other binary files cannot be"
            + " read; secrets are shown as [redacted].")
@SeeAlso(
    tools = "search_files",
    text = "To find the place in many or large files, use search_files first.")
public final class ReadFile implements Tool<ReadFile.Args> {
  private static final int LARGE = 512_000;

  private final FileAccess access;

  /** Activates the tool. */
  @Activate
  public ReadFile(@Reference FileAccess access) {
    this.access = access;
  }

  /** The parameters; names are those that models know. */
  public record Args(
      @Doc("File to read: relative to the workspace, or absolute inside it.") @Example("README.md")
          String path,
      @Doc("Number of the first line to return, from 1.") @Default("1") @Minimum(1) int offset,
      @Doc("How many lines to return.") @Default("500") @Minimum(1) @Maximum(2000) int limit) {}

  /** The answer. */
  public record Result(
      @Doc("The lines, as LINE|text.") Optional<String> content,
      @Doc("How many lines the file has.") Optional<Integer> total_lines,
      @Doc("Size of the file in bytes.") Optional<Long> file_size,
      @Doc("Whether lines follow after the last one returned.") Optional<Boolean> truncated,
      @Doc("What to do next.") Optional<String> hint,
      @Doc("What went unusually.") Optional<String> _warning,
      @Doc("'unchanged' if the content was sent before and is not sent again.")
          Optional<String> status,
      @Doc("Explains the status.") Optional<String> message,
      @Doc("The file, resolved.") String path,
      @Doc("Whether this answer stands for an earlier one.") boolean dedup,
      @Doc("Whether content was returned.") boolean content_returned) {}

  @Override
  public Result call(Args args, ToolContext context) throws ToolException {
    PathDecision.Allowed allowed = access.require(context, args.path(), Access.READ);
    if (allowed.path().equals(allowed.root())) {
      throw FileErrors.isFolder(args.path());
    }
    String name = allowed.path().getFileName().toString();
    Optional<String> binary = BinaryFiles.reasonByName(name);
    if (binary.isPresent()) {
      throw new ToolException("Cannot read " + args.path() + ": " + binary.get() + ".");
    }
    try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
      BasicFileAttributes attributes =
          folder
              .attributes(name)
              .orElseThrow(() -> FileErrors.notFound(access, context, args.path(), allowed));
      if (attributes.isDirectory()) {
        throw FileErrors.isFolder(args.path());
      }
      return read(args, context, allowed, folder, attributes);
    } catch (java.nio.file.NoSuchFileException | java.nio.file.NotDirectoryException e) {
      throw FileErrors.notFound(access, context, args.path(), allowed);
    } catch (IOException e) {
      throw FileErrors.of("read", args.path(), e);
    }
  }

  private Result read(
      Args args,
      ToolContext context,
      PathDecision.Allowed allowed,
      ConfinedFolder folder,
      BasicFileAttributes attributes)
      throws IOException, ToolException {
    if (attributes.size() > access.limits().fileBytes()) {
      throw new ToolException(
          args.path()
              + " has "
              + attributes.size()
              + " bytes, more than the "
              + access.limits().fileBytes()
              + " that may be read; use search_files to find the place you need.");
    }
    Read read = new Read(allowed.path(), args.offset(), args.limit());
    FileStamp stamp = FileStamp.of(attributes);
    FileSession session = FileSession.of(context);
    Verdict verdict = session.reads().judge(read, stamp, context.sequence());
    if (verdict instanceof Verdict.Blocked blocked) {
      throw new ToolException(blocked.reason());
    }
    if (verdict instanceof Verdict.Unchanged) {
      return unchanged(allowed);
    }
    TextPart part;
    String name = allowed.path().getFileName().toString();
    try (SeekableByteChannel channel = folder.openFile(name)) {
      part = TextPart.read(channel, args.offset(), args.limit(), context::isCancelled);
    }
    if (part.binary()) {
      throw new ToolException("Cannot read " + args.path() + ": it is a binary file.");
    }
    String listing = part.listing(access::redact);
    if (listing.length() > access.limits().readChars()) {
      throw new ToolException(
          "These lines have "
              + listing.length()
              + " characters, more than the "
              + access.limits().readChars()
              + " of one answer; ask for fewer with offset and limit.");
    }
    session.reads().served(read, stamp);
    return new Result(
        Optional.of(listing),
        Optional.of(part.totalLines()),
        Optional.of(attributes.size()),
        Optional.of(part.hasMore()),
        hint(part, attributes.size()),
        ((Verdict.Serve) verdict).warning(),
        Optional.empty(),
        Optional.empty(),
        allowed.path().toString(),
        false,
        true);
  }

  private static Optional<String> hint(TextPart part, long size) {
    if (part.lines().isEmpty() && part.totalLines() > 0) {
      return Optional.of("The file has only " + part.totalLines() + " lines.");
    }
    if (!part.hasMore()) {
      return Optional.empty();
    }
    String more = "Continue with offset=" + (part.firstLine() + part.lines().size()) + ".";
    return Optional.of(
        size > LARGE ? "The file is large: find the place with search_files first. " + more : more);
  }

  private static Result unchanged(PathDecision.Allowed allowed) {
    return new Result(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of("unchanged"),
        Optional.of("This part of the file is as it was when you read it: see the earlier result."),
        allowed.path().toString(),
        true,
        false);
  }
}
