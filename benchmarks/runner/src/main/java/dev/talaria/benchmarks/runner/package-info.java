/** Starts the packed distribution, measures it from outside, prints the figures. */
package dev.talaria.benchmarks.runner;
