/** The closed loop that calls a server as fast as it answers. */
package dev.talaria.benchmarks.runner.load;
