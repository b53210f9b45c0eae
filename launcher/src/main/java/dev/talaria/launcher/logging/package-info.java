/** One log for everything: the launcher, the bundles and the framework. */
package dev.talaria.launcher.logging;
