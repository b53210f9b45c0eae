/**
 * The OSGi framework with the core in it, and the hooks that keep deployed bundles and the core
 * apart. The hooks stop mistakes and undeclared behaviour; a started bundle runs in this process
 * with its rights, so what gets installed at all is decided elsewhere.
 */
package dev.talaria.launcher.framework;
