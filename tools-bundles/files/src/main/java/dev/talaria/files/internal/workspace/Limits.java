package dev.talaria.files.internal.workspace;

import java.time.Duration;

/**
 * The configured limits.
 *
 * @param readChars of one answer of read_file
 * @param fileBytes of a file to read
 * @param writeBytes of a file to write
 * @param searchBytes of a file to search
 * @param searchTime of one search
 */
public record Limits(
    int readChars, long fileBytes, int writeBytes, long searchBytes, Duration searchTime) {
  static Limits of(FilesConfiguration configuration) {
    return new Limits(
        configuration.file__read__max__chars(),
        configuration.max__file__bytes(),
        configuration.max__write__bytes(),
        configuration.max__search__bytes(),
        Duration.ofSeconds(configuration.search__seconds()));
  }
}
