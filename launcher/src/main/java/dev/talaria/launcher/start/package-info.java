/** The start of a runtime in the foreground, from the checks to the clean stop. */
package dev.talaria.launcher.start;
