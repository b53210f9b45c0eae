/** How a command says that it did not do what was asked. */
package dev.talaria.launcher.errors;
