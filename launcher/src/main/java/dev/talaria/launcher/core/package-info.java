/** The list of core bundles, made by the build with a hash of each. */
package dev.talaria.launcher.core;
