package dev.talaria.ops.internal.rest;

import dev.talaria.ops.internal.http.HttpError;
import java.util.Map;
import java.util.Optional;

/** The parameters of a query, each given once. */
final class Query {
  private final Map<String, String[]> values;

  Query(Map<String, String[]> values) {
    this.values = values;
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).map(given -> given[0]);
  }

  boolean flag(String name) {
    String value = text(name).orElse("false");
    if (!value.equals("true") && !value.equals("false")) {
      throw new HttpError(400, "'" + name + "' has to be true or false.");
    }
    return value.equals("true");
  }

  long number(String name, long fallback, long min, long max) {
    Optional<String> value = text(name);
    if (value.isEmpty()) {
      return fallback;
    }
    try {
      long number = Long.parseLong(value.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Answered below, like a number out of range.
    }
    throw new HttpError(400, "'" + name + "' has to be a number from " + min + " to " + max + ".");
  }
}
