/**
 * A quick yes for arguments that are right already, as most are. A plan is compiled from a schema
 * and knows the part of JSON Schema that tools are declared with. It only ever says "certainly
 * right" or nothing: whatever it does not know or does not like is left to coercion and to the
 * validator, which also find the words.
 */
package dev.talaria.pipeline.plan;
