package dev.talaria.registry.internal.result;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Minimum;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads a part of a result that was too long for its caller. */
@Component
@ToolSpec(
    name = ReadResult.NAME,
    toolset = ReadResult.TOOLSET,
    title = "Read result",
    emoji = "📜",
    readOnly = true,
    idempotent = true,
    openWorld = false,
    timeout = "30s",
    maxResultChars = -1,
    maxConcurrent = 8,
    description =
        "Reads on in a long result of an earlier call. Such a result comes as a"
            + " <persisted-output> block that names its id. Returns lines as LINE|text, or the"
            + " places where a text is found. Results are kept for 24 hours.")
public final class ReadResult implements Tool<ReadResult.Args> {
  /** The tool's name. */
  static final String NAME = "read_result";

  /** The tool's toolset. */
  static final String TOOLSET = "results";

  private final ResultStore store;

  /** Activates the tool. */
  @Activate
  public ReadResult(@Reference ResultStore store) {
    this.store = store;
  }

  /** What offset and limit count. */
  public enum Unit {
    /** Lines, from 1. */
    lines,
    /** Characters, from 1: for lines that are too long to be shown whole. */
    characters
  }

  /** The parameters. */
  public record Args(
      @Doc("The id in the <persisted-output> block.") String id,
      @Doc("Where to begin: the number of a line, or of a character, from 1.")
          @Default("1")
          @Minimum(1)
          int offset,
      @Doc(
              "How many lines, characters or findings to return at most; an answer has a bound of its own.")
          @Minimum(1)
          Optional<Integer> limit,
      @Doc("Whether offset and limit count lines or characters.") @Default("lines") Unit unit,
      @Doc("Return only where this text is found, from the offset on, in upper or lower case.")
          Optional<String> search) {}

  /** A place where a text was found. */
  public record Finding(
      @Doc("Number of the line.") int line,
      @Doc("Number of the character in the whole result.") int character,
      @Doc("What stands around it.") String text) {}

  /** The answer. */
  public record Result(
      @Doc("The part, lines as LINE|text.") Optional<String> content,
      @Doc("Where the text was found.") Optional<List<Finding>> findings,
      @Doc("How many lines the result has.") int total_lines,
      @Doc("How many characters the result has.") int total_characters,
      @Doc("Where to go on, in the same unit; absent at the end.") Optional<Integer> next_offset,
      @Doc("What to know.") Optional<String> hint) {}

  @Override
  public Result call(Args args, ToolContext context) throws ToolException {
    Optional<String> text;
    try {
      text = store.read(context.principal(), args.id());
    } catch (IOException e) {
      throw new ToolException("The result " + args.id() + " cannot be read now", e);
    }
    if (text.isEmpty()) {
      // The same for what belongs to somebody else: an id tells nothing.
      throw new ToolException(
          "There is no result "
              + args.id()
              + ": ids are those in <persisted-output> blocks, and results are kept for 24 hours");
    }
    ResultPages pages = new ResultPages(text.get());
    if (args.search().filter(search -> !search.isEmpty()).isPresent()) {
      return pages.find(args.search().get(), args.unit(), args.offset(), args.limit());
    }
    return args.unit() == Unit.lines
        ? pages.lines(args.offset(), args.limit())
        : pages.characters(args.offset(), args.limit());
  }
}
