package dev.talaria.processor.internal.declaration;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Checks the components of one kind that tools refer to by name, such as probes, and remembers
 * their names through the rounds of a compilation.
 */
public final class ExtensionCheck {
  /** What the components of a kind look like. */
  public enum Kind {
    PROBE("probe", ApiNames.PROBE_SPEC, ApiNames.PROBE),
    OVERLAY("overlay", ApiNames.OVERLAY_SPEC, ApiNames.OVERLAY);

    private final String member;
    private final String spec;
    private final String service;

    Kind(String member, String spec, String service) {
      this.member = member;
      this.spec = spec;
      this.service = service;
    }
  }

  private final Kind kind;
  private final Map<String, String> classByName = new HashMap<>();
  private final Map<String, String> askedBy = new LinkedHashMap<>();

  /** Creates a check of one kind. */
  public ExtensionCheck(Kind kind) {
    this.kind = kind;
  }

  /** Returns the annotation that names such a component. */
  public String spec() {
    return kind.spec;
  }

  /** Checks a class that carries the annotation. */
  public void component(TypeElement type, Problems problems) {
    AnnotationUse spec = AnnotationUse.on(type, kind.spec).orElseThrow();
    Optional<String> name = spec.value("name", String.class);
    if (name.isEmpty()) {
      return; // Missing or no constant: the compiler says so.
    }
    if (!ExtensionNames.isValid(name.get())) {
      problems.add(spec.place("name"), "'" + name.get() + "' " + ExtensionNames.RULE);
    }
    String self = type.getQualifiedName().toString();
    String other = classByName.putIfAbsent(name.get(), self);
    if (other != null && !other.equals(self)) {
      problems.add(
          spec.place("name"),
          "the name "
              + name.get()
              + " is taken by "
              + other
              + "; give one of the two another name");
    }
    checkPublished(type, problems);
  }

  /** Without this the build would pass, and the tools that name it would wait for ever. */
  private void checkPublished(TypeElement type, Problems problems) {
    Optional<AnnotationUse> component = AnnotationUse.on(type, ApiNames.COMPONENT);
    if (component.isEmpty()) {
      problems.add(
          Place.of(type),
          "the " + kind.member + " is no component; write @Component (" + ApiNames.COMPONENT + ")");
      return;
    }
    boolean published =
        component.get().isWritten("service")
            ? component.get().values("service", TypeMirror.class).stream().anyMatch(this::isService)
            : type.getInterfaces().stream().anyMatch(this::isService);
    if (!published) {
      String service = kind.service.substring(kind.service.lastIndexOf('.') + 1);
      problems.add(
          component.get().place("service"),
          "the component is not published as "
              + service
              + "; implement it and write @Component(service = "
              + service
              + ".class)");
    }
  }

  private boolean isService(TypeMirror type) {
    return type instanceof DeclaredType declared
        && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals(kind.service);
  }

  /** Notes that a tool refers to such a component. */
  public void asks(TypeElement tool, AnnotationUse toolSpec) {
    toolSpec
        .value(kind.member, String.class)
        .filter(ExtensionNames::isValid)
        .ifPresent(name -> askedBy.put(tool.getQualifiedName().toString(), name));
  }

  /**
   * Warns of names that nobody has, at the end of the compilation. No error: an incremental
   * compilation sees only a part of the bundle. Classes that were compiled before are looked at
   * where they lie in a package of a tool.
   */
  public void warnOfUnknown(Elements elements, Problems warnings) {
    askedBy.forEach(
        (toolName, name) -> {
          TypeElement tool = elements.getTypeElement(toolName);
          if (tool != null
              && !classByName.containsKey(name)
              && !namesIn(elements.getPackageOf(tool)).contains(name)) {
            AnnotationUse spec = AnnotationUse.on(tool, ApiNames.TOOL_SPEC).orElseThrow();
            String annotation = "@" + kind.spec.substring(kind.spec.lastIndexOf('.') + 1);
            warnings.add(
                spec.place(kind.member),
                "no class here carries "
                    + annotation
                    + "(name = \""
                    + name
                    + "\"); write one in this bundle, or leave "
                    + kind.member
                    + " out");
          }
        });
  }

  private Set<String> namesIn(PackageElement inside) {
    Set<String> names = new HashSet<>();
    inside.getEnclosedElements().forEach(type -> collect(type, names));
    return names;
  }

  private void collect(Element type, Set<String> names) {
    AnnotationUse.on(type, kind.spec)
        .flatMap(spec -> spec.value("name", String.class))
        .ifPresent(names::add);
    ElementFilter.typesIn(type.getEnclosedElements()).forEach(inner -> collect(inner, names));
  }
}
