/** Processes that outlive the call that started them, but not their session. */
package dev.talaria.terminal.internal.background;
