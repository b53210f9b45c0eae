package dev.talaria.files.internal;

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
import dev.talaria.files.internal.search.FileSearch;
import dev.talaria.files.internal.search.Match;
import dev.talaria.files.internal.search.SearchFindings;
import dev.talaria.files.internal.search.Unit;
import dev.talaria.files.internal.session.FileSession;
import dev.talaria.files.internal.session.LoopGuard;
import dev.talaria.files.internal.workspace.FileAccess;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.PathDecision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Searches contents or names of files. */
@Component
@ToolSpec(
    name = "search_files",
    toolset = "file",
    title = "Search files",
    emoji = "🔎",
    readOnly = true,
    idempotent = true,
    openWorld = false,
    timeout = "120s",
    description =
        "Searches files: their content by a regular expression (target=content), or their names by"
            + " a glob such as *.java or src/**/test_*.py (target=files). Use this instead of grep,"
            + " find or ls. Links are not followed; binary, very large and credential files are"
            + " left out.")
@SeeAlso(tools = "read_file", text = "To see more around a match, use read_file with offset.")
public final class SearchFiles implements Tool<SearchFiles.Args> {
  private final FileAccess access;

  /** Activates the tool. */
  @Activate
  public SearchFiles(@Reference FileAccess access) {
    this.access = access;
  }

  /** What is searched. */
  public enum Target {
    /** Content. */
    @Doc("lines that match the pattern, a regular expression")
    content,
    /** Names. */
    @Doc("files whose name matches the pattern, a glob")
    files,
    /** Content. */
    @Doc("same as content")
    grep,
    /** Names. */
    @Doc("same as files")
    find
  }

  /** What is returned. */
  public enum OutputMode {
    /** Lines. */
    @Doc("the matching lines")
    content,
    /** Files. */
    @Doc("only the files with a match")
    files_only,
    /** Counts. */
    @Doc("how many matches each file has")
    count
  }

  /** The parameters. */
  public record Args(
      @Doc(
              "What to look for: a regular expression for content, a glob for files. A glob without"
                  + " a slash is compared with the name, one with a slash with the path from the"
                  + " folder searched.")
          @Example({"TODO|FIXME", "src/**/*Test.java"})
          @Length(min = 1, max = 1000)
          String pattern,
      @Doc("Search in the content of files or in their names.") @Default("content") Target target,
      @Doc("Folder or file to search: relative to the workspace, or absolute inside it.")
          @Default(".")
          String path,
      @Doc("Look only into files whose name matches this glob.") @Example("*.{ts,tsx}")
          Optional<String> file_glob,
      @Doc("How many results to return.") @Default("50") @Minimum(1) @Maximum(1000) int limit,
      @Doc("How many results to skip.") @Default("0") @Minimum(0) int offset,
      @Doc("What to return of content matches.") @Default("content") OutputMode output_mode,
      @Doc("How many lines to show around each match.") @Default("0") @Minimum(0) @Maximum(20)
          int context) {}

  /** The answer. */
  public record Result(
      @Doc("The matching lines.") Optional<List<Match>> matches,
      @Doc("The files, relative to the workspace.") Optional<List<String>> files,
      @Doc("Matches in each file.") Optional<Map<String, Integer>> counts,
      @Doc("How many results there are, as far as was searched.") int total,
      @Doc("Whether there are more results than returned.") boolean truncated,
      @Doc("What to do next.") Optional<String> hint,
      @Doc("How many credential or denied files and folders were left out.")
          Optional<Integer> _omitted,
      @Doc("What went unusually.") Optional<String> _warning) {}

  @Override
  public Result call(Args args, ToolContext context) throws ToolException {
    PathDecision.Allowed start = access.require(context, args.path(), Access.READ);
    int repeated = FileSession.of(context).searches().note(args, context.sequence());
    if (LoopGuard.blocks(repeated)) {
      throw new ToolException(
          "BLOCKED: "
              + repeated
              + " identical searches in a row. Use what you have, or search for something else.");
    }
    boolean names = args.target() == Target.files || args.target() == Target.find;
    SearchFindings findings = new SearchFindings(args.offset(), args.limit());
    FileSearch search = new FileSearch(access.policy(context), access.limits(), context, findings);
    if (names) {
      search.names(start, args.pattern(), args.file_glob());
    } else {
      search.content(
          start, args.pattern(), args.file_glob(), unit(args.output_mode()), args.context());
    }
    return answer(args, names, findings, LoopGuard.warning(repeated));
  }

  private static Unit unit(OutputMode mode) {
    return switch (mode) {
      case content -> Unit.LINE;
      case files_only -> Unit.FILE;
      case count -> Unit.COUNT;
    };
  }

  private Result answer(
      Args args, boolean names, SearchFindings findings, Optional<String> warning) {
    boolean lines = !names && args.output_mode() == OutputMode.content;
    boolean counts = !names && args.output_mode() == OutputMode.count;
    return new Result(
        lines
            ? Optional.of(findings.matches(access::redact, args.context() > 0))
            : Optional.empty(),
        lines || counts ? Optional.empty() : Optional.of(findings.files()),
        counts ? Optional.of(findings.counts()) : Optional.empty(),
        findings.total(),
        findings.truncated(),
        findings.hint(),
        findings.omitted() > 0 ? Optional.of(findings.omitted()) : Optional.empty(),
        warning);
  }
}
