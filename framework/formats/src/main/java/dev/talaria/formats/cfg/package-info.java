/**
 * The {@code .cfg} files of {@code etc/}: a document that keeps comments and order, and the text
 * form of the values that Config Admin holds.
 */
package dev.talaria.formats.cfg;
