/** Words for what is wrong with a value, made for the model that has to send a better one. */
package dev.talaria.pipeline.problem;
