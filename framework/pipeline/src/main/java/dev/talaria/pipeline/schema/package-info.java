/** What coercion, plans and messages need to know of a JSON Schema document. */
package dev.talaria.pipeline.schema;
