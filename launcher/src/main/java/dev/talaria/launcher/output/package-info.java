/** What the command prints for people. */
package dev.talaria.launcher.output;
