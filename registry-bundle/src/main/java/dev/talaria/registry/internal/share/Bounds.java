package dev.talaria.registry.internal.share;

/**
 * How much there is to share.
 *
 * @param threads that may be at work at once
 * @param kept how many of these only parts of the runtime itself may use
 * @param waiting how much work of one party may wait for a thread
 * @param spare how many threads that are stuck are made up for by others
 */
public record Bounds(int threads, int kept, int waiting, int spare) {}
