/** Which commands run, where, and with which environment. */
package dev.talaria.terminal.internal.access;
