/** The tools of the toolset {@code terminal}, one class each. */
package dev.talaria.terminal.internal;
