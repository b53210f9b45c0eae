/**
 * Reads what a bundle's JAR says about itself, without running anything of it and without trusting
 * it: whether the file is whole, its manifest, its components, its tools, and what the core
 * refuses.
 */
package dev.talaria.formats.jar;
