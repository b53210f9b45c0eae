/** What the small bundles of the tests are made of, one package a bundle. */
package dev.talaria.itests.bundles;
