package dev.talaria.guard.commands;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What commands are judged against.
 *
 * @param userHome the folder that {@code ~} means
 * @param protectedPaths folders that no command may name: the runtime's home and distribution
 * @param protectedProcesses process ids that no command may end
 */
public record CommandScope(Path userHome, List<Path> protectedPaths, Set<Long> protectedProcesses) {
  public CommandScope {
    Objects.requireNonNull(userHome, "userHome");
    protectedPaths = List.copyOf(protectedPaths);
    protectedProcesses = Set.copyOf(protectedProcesses);
  }
}
