/** Processes under measurement, where they run and what they use. */
package dev.talaria.benchmarks.runner.process;
