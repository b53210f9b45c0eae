/** The home folder: where it is, who may reach it, its lock, its token, and the workspace. */
package dev.talaria.launcher.home;
