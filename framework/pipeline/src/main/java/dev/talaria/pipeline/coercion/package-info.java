/** Turns what models tend to send into what a schema asks for, where the intent is plain. */
package dev.talaria.pipeline.coercion;
