/**
 * Definitions of tools as model providers take them: names, schemas and bytes. Pure: the same tool
 * and options give the same bytes.
 */
package dev.talaria.pipeline.definition;
