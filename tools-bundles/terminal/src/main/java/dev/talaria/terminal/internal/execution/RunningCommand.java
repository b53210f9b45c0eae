package dev.talaria.terminal.internal.execution;

/**
 * A command that was started.
 *
 * @param process the shell that runs it
 * @param tree the shell and all that it started
 */
public record RunningCommand(Process process, ProcessTree tree) {}
