/** The core's bundles in a framework, by Pax Exam. */
package dev.talaria.itests.osgi;
