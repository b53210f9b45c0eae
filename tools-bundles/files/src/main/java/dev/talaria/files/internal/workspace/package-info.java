/** Where the tools may work, and safe ways to get at the files there. */
package dev.talaria.files.internal.workspace;
