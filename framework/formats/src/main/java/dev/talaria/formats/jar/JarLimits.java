package dev.talaria.formats.jar;

/**
 * Bounds of what is read from a JAR.
 *
 * @param fileBytes size of the file
 * @param entries number of entries
 * @param totalBytes size of all entries, unpacked
 * @param ratio unpacked size to file size, beyond {@code freeBytes}
 * @param freeBytes unpacked size up to which the ratio does not matter
 * @param resourceBytes size of the manifest and of each description that is parsed, unpacked
 */
public record JarLimits(
    long fileBytes, int entries, long totalBytes, int ratio, long freeBytes, int resourceBytes) {
  private static final long MIB = 1 << 20;

  /** Far above any real bundle, far below what harms. */
  public static final JarLimits DEFAULT =
      new JarLimits(512 * MIB, 65_535, 2048 * MIB, 100, 64 * MIB, (int) MIB);
}
