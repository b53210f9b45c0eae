/** The measurements. */
package dev.talaria.benchmarks.runner.measure;
