package dev.talaria.registry.internal.result;

/**
 * A result that was written to a file.
 *
 * @param id by which it is read
 * @param text as it was written
 * @param savedFrom how long the text was before it was cut for the file
 * @param originalChars of the result as the tool gave it
 * @param bytes of the file
 */
record Saved(String id, String text, int savedFrom, long originalChars, long bytes) {}
