/** The running runtime of a home, seen from outside: its address and its API. */
package dev.talaria.launcher.runtime;
