/** Starting processes and ending them with all that they started. */
package dev.talaria.terminal.internal.execution;
