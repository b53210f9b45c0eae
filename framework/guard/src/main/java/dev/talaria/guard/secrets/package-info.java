/** Keeping secrets out of what a model sees. */
package dev.talaria.guard.secrets;
