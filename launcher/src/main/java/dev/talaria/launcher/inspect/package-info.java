/** What a bundle is and whether it would be accepted, without running anything of it. */
package dev.talaria.launcher.inspect;
