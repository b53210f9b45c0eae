package dev.talaria.registry.internal.tool;

import dev.talaria.api.ToolDeclaration;
import dev.talaria.pipeline.ToolDocument;
import java.util.Optional;

/**
 * What one tool is accompanied by.
 *
 * @param probe says whether it can work; empty: it always can
 * @param overlay changes what is shown of it; empty: nothing does
 */
public record Companions(Optional<Companion> probe, Optional<Companion> overlay) {
  /** Neither. */
  public static final Companions NONE = new Companions(Optional.empty(), Optional.empty());

  /** Returns those that a declared tool names. */
  public static Companions named(ProviderScope scope, ToolDocument document) {
    return of(
        named(Companion.Kind.PROBE, scope, document.behaviour().probe()),
        named(Companion.Kind.OVERLAY, scope, document.behaviour().overlay()));
  }

  /** Returns those that are given with a declaration at run time. */
  public static Companions given(ProviderScope scope, ToolDeclaration declaration) {
    return of(
        declaration.probe().map(probe -> Companion.of(scope, probe)),
        declaration.overlay().map(overlay -> Companion.of(scope, overlay)));
  }

  private static Companions of(Optional<Companion> probe, Optional<Companion> overlay) {
    return probe.isEmpty() && overlay.isEmpty() ? NONE : new Companions(probe, overlay);
  }

  private static Optional<Companion> named(Companion.Kind kind, ProviderScope scope, String name) {
    return name.isEmpty() ? Optional.empty() : Optional.of(Companion.named(kind, scope, name));
  }
}
