/** What is remembered of a session: what it read, what it repeats, what it failed at. */
package dev.talaria.files.internal.session;
