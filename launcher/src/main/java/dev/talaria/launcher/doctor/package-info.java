/** The checks of the set-up. */
package dev.talaria.launcher.doctor;
