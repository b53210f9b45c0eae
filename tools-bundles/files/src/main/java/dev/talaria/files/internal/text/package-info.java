/** Text files: lines, listings, replacements, differences. */
package dev.talaria.files.internal.text;
