/** What a file in the deploy folder may be, and which bundle stands for one that is no bundle. */
package dev.talaria.formats.dropped;
