package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Problems;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;

/** Reads {@code @Format}. */
final class FormatReader {
  /** JSON Schema 2020-12, validation, 7.3: clients complain of formats that they do not know. */
  private static final List<String> KNOWN =
      List.of(
          "email",
          "idn-email",
          "hostname",
          "idn-hostname",
          "ipv4",
          "ipv6",
          "uri",
          "uri-reference",
          "iri",
          "iri-reference",
          "uri-template",
          "json-pointer",
          "relative-json-pointer",
          "regex",
          "uuid",
          "date",
          "date-time",
          "time",
          "duration");

  private final Problems problems;

  FormatReader(Problems problems) {
    this.problems = problems;
  }

  Optional<String> read(Element component) {
    Optional<AnnotationUse> use = AnnotationUse.on(component, ApiNames.FORMAT);
    if (use.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> format = use.get().value("value", String.class);
    if (format.isEmpty()) {
      problems.unresolvedName();
    } else if (!KNOWN.contains(format.get())) {
      problems.add(
          use.get().place("value"),
          "@Format: '"
              + format.get()
              + "' is none of "
              + String.join(", ", KNOWN)
              + "; write one of these, or say it in @Doc");
    }
    return format;
  }
}
