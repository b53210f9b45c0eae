package dev.talaria.admin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes bundles of files that are none. The same content and name give the same bundle in the same
 * {@linkplain #edition edition}. Runs nothing of a file. Thread-safe; each call works on the
 * caller's thread, may take long, and ends soon when that thread is interrupted.
 */
@ProviderType
public interface BundleMaker {
  /** Returns what the bundles depend on besides the file; 8 hexadecimal digits. */
  String edition();

  /**
   * Makes a bundle of a plain JAR, which must have been read to its checksums and within limits.
   *
   * @param jar that does not change meanwhile
   * @param symbolicName of the bundle
   * @param version of the bundle
   * @param target a file that is written if nothing is wrong
   * @return what is wrong with the file, a phrase each; empty when the bundle is there
   * @throws IOException if the machine stands in the way
   * @throws InterruptedException if the thread was interrupted; the target is not to be used
   */
  List<String> ofPlainJar(Path jar, String symbolicName, String version, Path target)
      throws IOException, InterruptedException;

  /**
   * Compiles a source that has one tool class and makes a bundle of it.
   *
   * @param source that does not change meanwhile
   * @param fileName that people know the source by
   * @param symbolicName of the bundle
   * @param target a file that is written if nothing is wrong
   * @return what is wrong with the file, at most ten lines {@code FILE:LINE:COLUMN: what}; empty
   *     when the bundle is there
   * @throws IOException if the machine stands in the way, for instance because it has no compiler
   * @throws InterruptedException if the thread was interrupted; the target is not to be used
   */
  List<String> ofSource(Path source, String fileName, String symbolicName, Path target)
      throws IOException, InterruptedException;
}
