/** HTTP/1.1 answers as bytes. */
package dev.talaria.benchmarks.runner.http;
