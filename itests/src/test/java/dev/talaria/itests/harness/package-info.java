/** Processes, clients and bundles, as the tests use them. */
package dev.talaria.itests.harness;
