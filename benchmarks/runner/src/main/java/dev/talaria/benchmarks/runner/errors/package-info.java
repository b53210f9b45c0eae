/** How a measurement fails. */
package dev.talaria.benchmarks.runner.errors;
