/** Which files a caller may reach, and opening them so that the answer stays true. */
package dev.talaria.guard.paths;
