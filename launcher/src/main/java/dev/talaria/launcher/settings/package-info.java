/** Configuration, changed through a running runtime or, when none runs, in its files. */
package dev.talaria.launcher.settings;
