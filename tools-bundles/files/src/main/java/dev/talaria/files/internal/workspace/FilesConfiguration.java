package dev.talaria.files.internal.workspace;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What an operator can say about the file tools. */
@ObjectClassDefinition(
    name = "File tools",
    description = "Where read_file, write_file, patch and search_files may work, and their limits.")
public @interface FilesConfiguration {
  /** The PID. */
  String PID = "dev.talaria.files";

  /** Further roots. */
  @AttributeDefinition(
      name = "Further roots",
      description =
          "Absolute folders that every session may work in, besides its own workspace. A folder"
              + " that contains the runtime's home is left out.",
      required = false)
  String[] roots() default {};

  /** Denied paths. */
  @AttributeDefinition(
      name = "Deny",
      description =
          "What no session may read or change, besides the built-in list: absolute folders or"
              + " files, or globs on names (*.pem, private/keys).",
      required = false)
  String[] deny() default {};

  /** Longest answer of read_file. */
  @AttributeDefinition(
      name = "Longest read",
      description = "Characters that one call of read_file returns at most.",
      min = "1000",
      max = "10000000")
  int file__read__max__chars() default 100_000;

  /** Largest file to read. */
  @AttributeDefinition(
      name = "Largest file to read",
      description = "Bytes of a file that read_file opens at most.",
      min = "1000",
      max = "2000000000")
  long max__file__bytes() default 50_000_000;

  /** Largest file to write. */
  @AttributeDefinition(
      name = "Largest file to write",
      description = "Bytes that write_file and patch write at most.",
      min = "1000",
      max = "200000000")
  int max__write__bytes() default 10_000_000;

  /** Largest file to search. */
  @AttributeDefinition(
      name = "Largest file to search",
      description = "Bytes of a file that search_files looks into at most.",
      min = "1000",
      max = "200000000")
  long max__search__bytes() default 5_000_000;

  /** Longest search. */
  @AttributeDefinition(
      name = "Longest search",
      description = "Seconds after which search_files answers with what it has found.",
      min = "1",
      max = "300")
  int search__seconds() default 30;
}
