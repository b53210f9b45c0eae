/** The folder that this program was started from. */
package dev.talaria.launcher.distribution;
