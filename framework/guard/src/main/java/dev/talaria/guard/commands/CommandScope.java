package dev.talaria.guard.commands;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What commands are judged against.
 *
 * @param userHome the folder that {@code ~} means
 * @param home the runtime's home: it may not be reached by a roundabout way either, such as a
 *     search through a folder above it
 * @param protectedPaths further folders that no command may name: the runtime's distribution, what
 *     the operator denies
 * @param protectedProcesses process ids that no command may end
 */
public record CommandScope(
    Path userHome, Optional<Path> home, List<Path> protectedPaths, Set<Long> protectedProcesses) {
  public CommandScope {
    Objects.requireNonNull(userHome, "userHome");
    protectedPaths = List.copyOf(protectedPaths);
    protectedProcesses = Set.copyOf(protectedProcesses);
  }
}
