package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.ToolEvent;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolOverrideDeniedException;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolRejectedException;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.CheckedDeclaration;
import dev.talaria.registry.internal.tool.Companions;
import dev.talaria.registry.internal.tool.ToolSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.framework.Bundle;
import tools.jackson.databind.json.JsonMapper;

/** Registers tools whose names are known only at run time. Thread-safe. */
final class Registrations {
  private final BundleRecords records;
  private final TablePublisher publisher;
  private final OutcomeHub outcomes;
  private final BundleResources resources;
  private final JsonMapper mapper;

  /** Far below the ids of services; ascending, so that the first of two rivals is the lower. */
  private final AtomicLong nextId = new AtomicLong(Long.MIN_VALUE);

  Registrations(
      BundleRecords records,
      TablePublisher publisher,
      OutcomeHub outcomes,
      BundleResources resources,
      JsonMapper mapper) {
    this.records = records;
    this.publisher = publisher;
    this.outcomes = outcomes;
    this.resources = resources;
    this.mapper = mapper;
  }

  /** Registers and keeps the candidate, however it fares. */
  ToolRegistration register(
      Bundle bundle, ToolDeclaration declaration, Tool<?> tool, Class<?> arguments) {
    Candidate candidate = candidate(bundle, declaration, tool, arguments);
    CandidateRegistration registration = registration(bundle, candidate);
    publisher.apply(new InputChange.Arrived(candidate));
    kept(bundle, registration);
    return registration;
  }

  /** Registers if the tool will stand; else keeps nothing. */
  ToolRegistration registerOrFail(
      Bundle bundle, ToolDeclaration declaration, Tool<?> tool, Class<?> arguments) {
    Candidate candidate = candidate(bundle, declaration, tool, arguments);
    CandidateRegistration registration = registration(bundle, candidate);
    Step step = publisher.arriveIfStanding(candidate);
    switch (step.state()) {
      case ACTIVE, UNAVAILABLE, SUSPENDED -> kept(bundle, registration);
      case SHADOWED, REFUSED, STAGED -> {
        outcomes.remove(registration);
        String message = candidate.name() + " was not registered: " + step.reason();
        throw switch (step.cause()) {
          case NAME_TAKEN, OVERRIDE_DENIED, REQUIRED_OWNER, BUILTIN_CLASH, MCP_CLASH, RIVAL ->
              new ToolOverrideDeniedException(message);
          case STANDS, OVERRIDES, OVERRIDDEN, STAGED, DISABLED, RESERVED_FOR_MCP, FAULTY ->
              new ToolRejectedException(message);
        };
      }
    }
    return registration;
  }

  private CandidateRegistration registration(Bundle bundle, Candidate candidate) {
    CandidateRegistration registration =
        new CandidateRegistration(
            candidate,
            publisher::table,
            closing -> {
              outcomes.remove(closing);
              resources.forget(bundle, closing);
              publisher.apply(
                  new InputChange.Left(closing.candidate()),
                  new Occasion(
                      ToolEvent.LEFT,
                      bundle.getState() == Bundle.STOPPING
                          ? "its bundle " + BundleRecords.name(bundle) + " stopped"
                          : "its registration was closed"));
            });
    outcomes.add(registration);
    return registration;
  }

  private void kept(Bundle bundle, CandidateRegistration registration) {
    resources.keep(bundle, registration);
    if (registration.candidate().binding().scope().isGone()) {
      registration.close();
    }
  }

  private Candidate candidate(
      Bundle bundle, ToolDeclaration declaration, Tool<?> tool, Class<?> arguments) {
    if (tool == null || arguments == null) {
      throw new IllegalArgumentException("The tool and the class of its arguments must be given");
    }
    ToolDocument document = CheckedDeclaration.document(declaration, mapper);
    BundleRecord record = records.of(bundle);
    ToolSource source =
        new ToolSource() {
          @Override
          public Obtained obtain() {
            return new Obtained(tool, arguments);
          }

          @Override
          public void release() {
            // The object belongs to whoever registered it.
          }
        };
    return new Candidate(
        nextId.getAndIncrement(),
        record.owner(),
        record.deployment(),
        false,
        0,
        document,
        fault(record, document),
        record.scope().version(),
        new Binding(
            record.scope(), document, source, Companions.given(record.scope(), declaration)));
  }

  private static Optional<String> fault(BundleRecord record, ToolDocument document) {
    if (record.fault().isPresent()) {
      return record.fault();
    }
    if (record.declared().prefixes().stream().anyMatch(document.name()::startsWith)) {
      return Optional.empty();
    }
    return Optional.of(
        "the manifest of "
            + record.owner()
            + " has no capability "
            + DeclarationReader.DYNAMIC_NAMESPACE
            + " with a prefix that the name begins with; it allows "
            + (record.declared().prefixes().isEmpty() ? "none" : record.declared().prefixes()));
  }
}
