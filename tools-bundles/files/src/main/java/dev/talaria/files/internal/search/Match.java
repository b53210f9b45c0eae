package dev.talaria.files.internal.search;

import dev.talaria.api.Doc;
import java.util.List;
import java.util.Optional;

/** A matching line, as it is answered. */
public record Match(
    @Doc("The file, relative to its workspace root.") String path,
    @Doc("Number of the line, from 1.") int line,
    @Doc("The line.") String text,
    @Doc("Lines in front of it.") Optional<List<String>> before,
    @Doc("Lines behind it.") Optional<List<String>> after) {}
