/** Searching a tree of files within limits. */
package dev.talaria.files.internal.search;
