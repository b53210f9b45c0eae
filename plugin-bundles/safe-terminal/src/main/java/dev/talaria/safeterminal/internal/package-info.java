/** A terminal that runs listed programs only. */
package dev.talaria.safeterminal.internal;
