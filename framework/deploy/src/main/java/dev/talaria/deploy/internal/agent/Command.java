package dev.talaria.deploy.internal.agent;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the agent is asked to do by name. */
public sealed interface Command {
  /** Completed by the agent. */
  CompletableFuture<List<FileStatus>> answer();

  /**
   * Remove the files of a bundle.
   *
   * @param name a symbolic name or a file name
   * @param forget whether the owner loses its place
   */
  record Undeploy(String name, boolean forget, CompletableFuture<List<FileStatus>> answer)
      implements Command {}

  /**
   * Start a bundle again.
   *
   * @param name a symbolic name or a file name
   */
  record Restart(String name, CompletableFuture<List<FileStatus>> answer) implements Command {}
}
