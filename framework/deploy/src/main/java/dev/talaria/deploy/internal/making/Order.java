package dev.talaria.deploy.internal.making;

import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.dropped.DroppedName;
import java.nio.file.Path;

/**
 * A bundle that is to be made.
 *
 * @param kind of what was dropped
 * @param fileName that it was dropped as
 * @param name of the bundle
 * @param sha256 of the content
 * @param original a copy of it that does not change
 */
public record Order(
    DroppedKind kind, String fileName, DroppedName name, String sha256, Path original) {}
