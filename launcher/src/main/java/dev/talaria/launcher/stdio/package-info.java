/**
 * {@code talaria stdio}: the Model Context Protocol on stdin and stdout, carried to the runtime of
 * a home over HTTP.
 */
package dev.talaria.launcher.stdio;
