/**
 * Compiles one source with one tool class, for the runtime, which starts this in a process of its
 * own: a compiler that is led astray by a source then takes nothing from the runtime but time, and
 * can be ended.
 */
package dev.talaria.compiler;
