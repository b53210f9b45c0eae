package dev.talaria.registry.internal.availability;

import dev.talaria.api.Availability;
import dev.talaria.api.AvailabilityProbe;
import dev.talaria.api.DefinitionOverlay;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.util.List;

/** Asks companions and makes something of their answers. Stateless; what it runs is foreign. */
final class Inquirer {
  private final CompanionServices services;

  Inquirer(CompanionServices services) {
    this.services = services;
  }

  /** Asks on this thread. What the companion throws comes out, whatever it is. */
  Answer ask(Inquiry inquiry) throws Exception {
    Companion companion = inquiry.companion();
    Object asked;
    try {
      asked = companion.given().isPresent() ? companion.given().get() : services.obtain(companion);
    } catch (ToolUnavailableException e) {
      return Answer.failed(inquiry, subject(companion) + " cannot be asked: " + e.getMessage());
    }
    // Libraries inside the bundle look for their parts in the context class loader.
    Thread.currentThread().setContextClassLoader(asked.getClass().getClassLoader());
    return switch (companion.kind()) {
      case PROBE -> probed(inquiry, ((AvailabilityProbe) asked).probe());
      case OVERLAY -> overlaid(inquiry, (DefinitionOverlay) asked);
    };
  }

  private static Answer probed(Inquiry inquiry, Availability said) {
    String subject = subject(inquiry.companion());
    if (said == null) {
      return Answer.failed(inquiry, subject + " returned null");
    }
    if (said.available()) {
      return Answer.good(Verdict.AVAILABLE);
    }
    String toDo = Texts.line(said.toDo());
    return Answer.failed(
        inquiry, toDo.isEmpty() ? subject + " says so, and not why" : toDo + " (" + subject + ")");
  }

  private static Answer overlaid(Inquiry inquiry, DefinitionOverlay overlay) throws Exception {
    ToolDocument declared = inquiry.tool().orElseThrow();
    try {
      OverlaidDocument.Merged merged =
          OverlaidDocument.merge(
              declared, overlay.overlay(declared.name()), inquiry.companion().scope().mapper());
      List<String> ignored = merged.ignored();
      return ignored.isEmpty()
          ? Answer.good(new Shown(merged.document()))
          : new Answer(
              true,
              new Shown(merged.document()),
              "these keys mean nothing in an overlay and were ignored: " + ignored);
    } catch (UnusableOverlayException e) {
      return Answer.failed(inquiry, subject(inquiry.companion()) + " " + e.getMessage());
    }
  }

  /** Returns the answer in place of one that threw. */
  static Answer threw(Inquiry inquiry, Throwable thrown) {
    return Answer.failed(
        inquiry, subject(inquiry.companion()) + " failed: " + Texts.described(thrown));
  }

  /** Returns the answer in place of one that did not come. */
  static Answer tooLate(Inquiry inquiry, String why) {
    return Answer.failed(inquiry, subject(inquiry.companion()) + " " + why);
  }

  /** Returns the answer in place of that of a service that is not there. */
  static Answer missing(Inquiry inquiry) {
    Companion companion = inquiry.companion();
    return Answer.failed(
        inquiry,
        subject(companion)
            + " is not offered by the bundle "
            + companion.scope().owner()
            + ": a component with "
            + (companion.kind() == Companion.Kind.PROBE ? "@ProbeSpec" : "@OverlaySpec")
            + "(name = \""
            + companion.name()
            + "\") is missing in it or waits for something (talaria bundles says for what)");
  }

  private static String subject(Companion companion) {
    return "its " + companion.kind() + " " + companion.name();
  }
}
