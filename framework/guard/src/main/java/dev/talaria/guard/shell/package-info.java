/**
 * Reads commands of the Bourne shell family as far as a judgement about them needs, and says so
 * when it does not understand.
 */
package dev.talaria.guard.shell;
