package dev.talaria.files.internal.search;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.files.internal.text.BinaryFiles;
import dev.talaria.files.internal.workspace.FileErrors;
import dev.talaria.files.internal.workspace.Limits;
import dev.talaria.guard.paths.ConfinedFolder;
import dev.talaria.guard.paths.Glob;
import dev.talaria.guard.paths.PathDecision;
import dev.talaria.guard.paths.PathPolicy;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** One search. Not thread-safe. */
public final class FileSearch {
  private final PathPolicy policy;
  private final Limits limits;
  private final SearchFindings findings;
  private final SearchBudget budget;

  /** Creates a search whose results go into the findings. */
  public FileSearch(
      PathPolicy policy, Limits limits, ToolContext context, SearchFindings findings) {
    this.policy = policy;
    this.limits = limits;
    this.findings = findings;
    this.budget = new SearchBudget(context, limits.searchTime());
  }

  /** Finds files by their names. */
  public void names(PathDecision.Allowed start, String pattern, Optional<String> fileGlob)
      throws ToolException {
    NameFilter wanted = new NameFilter(start.path(), glob(pattern));
    NameFilter also = filter(start, fileGlob);
    visit(
        start,
        (folder, name, attributes) -> {
          Path path = folder.path().resolve(name);
          return !wanted.accepts(path)
              || !also.accepts(path)
              || findings.addFile(display(start, path));
        });
  }

  /** Finds lines by an expression. */
  public void content(
      PathDecision.Allowed start,
      String expression,
      Optional<String> fileGlob,
      Unit unit,
      int context)
      throws ToolException {
    ContentMatcher matcher =
        new ContentMatcher(expression, unit == Unit.LINE ? context : 0, budget);
    NameFilter filter = filter(start, fileGlob);
    visit(
        start,
        (folder, name, attributes) -> {
          Path path = folder.path().resolve(name);
          if (!filter.accepts(path) || BinaryFiles.reasonByName(name).isPresent()) {
            return true;
          }
          if (attributes.size() > limits.searchBytes()) {
            findings.skipFile();
            return true;
          }
          try (SeekableByteChannel channel = folder.openFile(name)) {
            return searchFile(matcher, channel, display(start, path), unit);
          }
        });
  }

  private boolean searchFile(
      ContentMatcher matcher, SeekableByteChannel channel, String path, Unit unit)
      throws IOException {
    if (unit == Unit.LINE) {
      return matcher.search(channel, hit -> findings.addLine(path, hit));
    }
    int[] count = new int[1];
    matcher.search(
        channel,
        hit -> {
          count[0]++;
          return unit == Unit.COUNT;
        });
    if (count[0] == 0) {
      return true;
    }
    return unit == Unit.COUNT ? findings.addCount(path, count[0]) : findings.addFile(path);
  }

  private void visit(PathDecision.Allowed start, TreeWalk.Visitor visitor) throws ToolException {
    TreeWalk walk = new TreeWalk(policy, budget, visitor);
    try {
      if (Files.isDirectory(start.path(), LinkOption.NOFOLLOW_LINKS)) {
        try (ConfinedFolder folder = ConfinedFolder.open(start)) {
          walk.walk(folder);
        }
      } else {
        single(start, visitor);
      }
    } catch (SearchBudget.SpentException e) {
      findings.stopped("the time was over");
    } catch (ContentMatcher.TooComplexException e) {
      throw new ToolException(e.getMessage());
    } catch (IOException e) {
      throw FileErrors.of("search", start.path().toString(), e);
    } finally {
      findings.leftOut(walk.omitted(), walk.unreadable());
    }
  }

  private static void single(PathDecision.Allowed start, TreeWalk.Visitor visitor)
      throws IOException, ToolException {
    String name = start.path().getFileName().toString();
    try (ConfinedFolder folder = ConfinedFolder.openParent(start)) {
      Optional<BasicFileAttributes> attributes = folder.attributes(name);
      if (attributes.isEmpty()) {
        throw new ToolException("There is no file or folder " + start.path() + " to search.");
      }
      visitor.file(folder, name, attributes.get());
    }
  }

  private static NameFilter filter(PathDecision.Allowed start, Optional<String> glob)
      throws ToolException {
    return glob.isPresent()
        ? new NameFilter(start.path(), glob(glob.get()))
        : new NameFilter(start.path(), null);
  }

  private static Glob glob(String pattern) throws ToolException {
    try {
      return Glob.of(pattern);
    } catch (IllegalArgumentException e) {
      throw new ToolException("'" + pattern + "' is no glob: " + e.getMessage());
    }
  }

  private static String display(PathDecision.Allowed start, Path path) {
    return start.root().relativize(path).toString().replace('\\', '/');
  }

  /** Compares names, or paths from the folder searched if the glob has a slash. */
  private record NameFilter(Path base, Glob glob) {
    boolean accepts(Path path) {
      if (glob == null) {
        return true;
      }
      Path compared = glob.spansComponents() ? base.relativize(path) : path.getFileName();
      return glob.matches(compared.toString().replace('\\', '/'));
    }
  }
}
