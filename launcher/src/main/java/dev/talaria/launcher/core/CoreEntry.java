package dev.talaria.launcher.core;

/**
 * One core bundle.
 *
 * @param startLevel at which it starts, from 1
 * @param sha256 of the file, in lower-case hexadecimal
 * @param file a plain name in the folder of bundles
 */
public record CoreEntry(int startLevel, String sha256, String file) {}
