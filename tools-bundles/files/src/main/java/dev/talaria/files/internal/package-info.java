/** The tools of the toolset {@code file}, one class each. */
package dev.talaria.files.internal;
