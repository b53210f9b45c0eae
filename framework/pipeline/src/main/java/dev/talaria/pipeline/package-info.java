/**
 * What happens to JSON on its way to a tool and back: documents and arguments are parsed, coerced
 * and validated, results are shaped. A library: bundles embed it, nobody exports it. No OSGi here.
 */
package dev.talaria.pipeline;
