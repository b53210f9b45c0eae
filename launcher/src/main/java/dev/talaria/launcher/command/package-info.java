/** The commands: what is typed after {@code talaria}, one class each. */
package dev.talaria.launcher.command;
