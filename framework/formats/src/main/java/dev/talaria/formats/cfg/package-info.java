/**
 * The {@code .cfg} files of {@code etc/}: a document that keeps comments and order, the text form
 * of the values that Config Admin holds, and the names of the files.
 *
 * <p>The format, line by line (UTF-8, a byte order mark is tolerated):
 *
 * <ul>
 *   <li>blank lines, and comments whose first character is {@code #} or {@code !};
 *   <li>{@code key = value}: spaces and tabs around the key, around the first {@code =} and at the
 *       line's end belong to neither. One line is one key: there are no continuation lines, so a
 *       line that ends in a backslash is a broken one. A key may stand once, whatever its case.
 *   <li>a value with an unescaped comma is a list; a comma at the end adds no element, so {@code
 *       a,} is the list of one and {@code a} a plain value. {@code []} is the empty list, nothing
 *       is the empty text. Spaces and tabs around an element do not belong to it.
 *   <li>escapes: {@code \\ \, \= \# \! \: \$ \[ \n \r \t} and {@code \}{@code uXXXX}; any other one
 *       is an error. There is no inline comment.
 *   <li><code>${env:NAME}</code> is the environment variable of that name, never split nor trimmed;
 *       an unset one is an error. <code>\${</code> is the text.
 * </ul>
 *
 * Anything else makes the whole file unreadable: a file that is only half understood must not be
 * half obeyed.
 */
package dev.talaria.formats.cfg;
