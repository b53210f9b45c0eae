/** Figures from samples. */
package dev.talaria.benchmarks.runner.statistics;
