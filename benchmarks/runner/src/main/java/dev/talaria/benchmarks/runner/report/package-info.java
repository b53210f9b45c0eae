/** What is printed. */
package dev.talaria.benchmarks.runner.report;
