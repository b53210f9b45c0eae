/** Benchmarks of the registry's classes, assembled without a framework. */
package dev.talaria.benchmarks.jmh;
