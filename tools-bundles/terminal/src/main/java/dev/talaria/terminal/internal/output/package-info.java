/** Output of processes: bounded, and as text that a model can read. */
package dev.talaria.terminal.internal.output;
