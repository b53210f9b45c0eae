/** Which shell commands run. */
package dev.talaria.guard.commands;
