package dev.talaria.files.internal.workspace;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.files.internal.text.SimilarNames;
import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.ConfinedFolder;
import dev.talaria.guard.paths.PathDecision;
import dev.talaria.guard.paths.PathPolicy;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;

/** Failures of file operations, said so that a model can act on them. */
public final class FileErrors {
  private static final int NAMES = 2000;

  private FileErrors() {}

  /** Returns the failure for a file that is not there, with names that may have been meant. */
  public static ToolException notFound(
      FileAccess access, ToolContext context, String path, PathDecision.Allowed allowed) {
    List<String> similar = similar(access.policy(context), allowed);
    return new ToolException(
        "There is no file "
            + path
            + "."
            + (similar.isEmpty()
                ? " Find it with search_files (target=files)."
                : " Similar files in the same folder: " + String.join(", ", similar) + "."));
  }

  private static List<String> similar(PathPolicy policy, PathDecision.Allowed allowed) {
    if (allowed.path().equals(allowed.root())) {
      return List.of();
    }
    try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
      List<String> names =
          folder.names(NAMES).stream()
              .filter(n -> policy.denial(folder.path().resolve(n), Access.READ).isEmpty())
              .toList();
      return SimilarNames.of(allowed.path().getFileName().toString(), names);
    } catch (IOException e) {
      // The folder is not there either: nothing to suggest.
      return List.of();
    }
  }

  /** Returns the failure for a folder where a file is wanted. */
  public static ToolException isFolder(String path) {
    return new ToolException(
        path + " is a folder; list it with search_files (target=files, path=" + path + ").");
  }

  /** Returns the failure for what the system said. */
  public static ToolException of(String verb, String path, IOException e) {
    String reason;
    if (e instanceof AccessDeniedException) {
      reason = "no permission";
    } else if (e instanceof FileSystemException system && system.getReason() != null) {
      reason = system.getReason();
    } else {
      reason = e.getClass().getSimpleName();
    }
    return new ToolException("Cannot " + verb + " " + path + ": " + reason + ".", e);
  }
}
