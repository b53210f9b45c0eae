package dev.talaria.admin;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** The deploy folder as core bundles see it; provided by the deploy agent. Thread-safe. */
@ProviderType
public interface DeployAgent {
  /** What became of a file. */
  enum Outcome {
    PENDING,
    ACTIVE,
    WAITING,
    SUPERSEDED,
    FAILED,
    REFUSED,
    PARKED,
    DISABLED,
    IGNORED
  }

  /**
   * A file of the folder.
   *
   * @param file its name
   * @param outcome what became of it
   * @param symbolicName of its bundle, or empty when it could not be read
   * @param version of its bundle, or empty
   * @param reason why, in words for the operator; may be empty when active
   * @param tools how its tools stand
   */
  record DeployedFile(
      String file,
      Outcome outcome,
      String symbolicName,
      String version,
      String reason,
      List<ToolRow> tools) {
    public DeployedFile {
      tools = List.copyOf(tools);
    }
  }

  /**
   * An installed bundle.
   *
   * @param id of the framework
   * @param symbolicName of the bundle
   * @param version of the bundle
   * @param state such as {@code ACTIVE} or {@code RESOLVED}
   * @param broughtBy {@code core} or the file in the deploy folder
   * @param tools names of the tools that it declares
   * @param waitingFor what its waiting components wait for, a sentence each
   */
  record InstalledBundle(
      long id,
      String symbolicName,
      String version,
      String state,
      String broughtBy,
      List<String> tools,
      List<String> waitingFor) {
    public InstalledBundle {
      tools = List.copyOf(tools);
      waitingFor = List.copyOf(waitingFor);
    }
  }

  /** Returns the files of the folder, ordered by name. */
  List<DeployedFile> files();

  /** Returns all installed bundles, ordered by id. */
  List<InstalledBundle> bundles();

  /**
   * Puts a file into the folder atomically and waits for its outcome.
   *
   * @param fileName a plain name that ends in {@code .jar}
   * @param content read to its end; not closed
   * @param timeout for the outcome; when it passes the outcome is {@code PENDING}
   * @throws IOException if the file could not be written
   * @throws IllegalArgumentException if the name is no plain file name
   */
  DeployedFile deploy(String fileName, InputStream content, Duration timeout) throws IOException;

  /**
   * Removes the files of a bundle from the folder and waits until it has left.
   *
   * @param name a symbolic name or a file name
   * @param forget whether the owner loses its place in the order of plugins as well
   * @return what was removed; empty if nothing of that name is there
   */
  List<DeployedFile> undeploy(String name, boolean forget, Duration timeout) throws IOException;

  /** Starts a failed or parked bundle again; returns its outcome. */
  DeployedFile restart(String name, Duration timeout) throws IOException;
}
