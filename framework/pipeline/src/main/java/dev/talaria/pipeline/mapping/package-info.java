/**
 * How values of tools are read from JSON and written to it, beyond what the mapper knows itself.
 */
package dev.talaria.pipeline.mapping;
