package dev.talaria.pipeline.plan;

import tools.jackson.databind.JsonNode;

/** Stands for the plan of a schema that refers to itself while that is being compiled. */
final class LinkedPlan implements Plan {
  // Set once, before the compilation ends and the plans are handed on.
  private Plan target = UNSURE;

  void link(Plan plan) {
    target = plan;
  }

  @Override
  public JsonNode accept(JsonNode value, int depth) {
    return target.accept(value, depth);
  }
}
