package dev.talaria.processor.internal.declaration;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Checks that Declarative Services can make an object of the class and publish it as a {@code
 * Tool}. Without this the build would pass and the tool never come.
 */
public final class ComponentCheck {
  private final TypeElement tool;
  private final Problems problems;

  /** Creates a check that notes problems there. */
  public ComponentCheck(TypeElement tool, Problems problems) {
    this.tool = tool;
    this.problems = problems;
  }

  /** Runs the check. */
  public void run() {
    Place place = Place.of(tool);
    if (tool.getKind() != ElementKind.CLASS && tool.getKind() != ElementKind.RECORD) {
      problems.add(place, tool.getSimpleName() + " cannot be a tool: write a class");
      return;
    }
    Optional<AnnotationUse> component = AnnotationUse.on(tool, ApiNames.COMPONENT);
    if (component.isEmpty()) {
      problems.add(
          place,
          "the tool is no component; write @Component ("
              + ApiNames.COMPONENT
              + ") beside @ToolSpec");
    }
    checkClass(place);
    checkConstructor(place);
    component.ifPresent(this::checkService);
    component.ifPresent(this::checkProperties);
  }

  private void checkClass(Place place) {
    Set<Modifier> modifiers = tool.getModifiers();
    if (modifiers.contains(Modifier.ABSTRACT)) {
      problems.add(
          place, "an abstract class is no tool; put @ToolSpec on the classes that extend it");
    }
    if (!tool.getTypeParameters().isEmpty()) {
      problems.add(
          place, "a tool has no type parameters; write the argument record itself in Tool<...>");
    }
    boolean inner = tool.getNestingKind().isNested();
    if (inner && tool.getKind() == ElementKind.CLASS && !modifiers.contains(Modifier.STATIC)) {
      problems.add(
          place,
          "an inner class needs an object of the outer one; write static, or a class of its own");
    }
    for (Element e = tool; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (!e.getModifiers().contains(Modifier.PUBLIC)) {
        problems.add(
            place, e.getSimpleName() + " must be public for the component runtime; write public");
      }
    }
  }

  private void checkConstructor(Place place) {
    List<ExecutableElement> constructors = ElementFilter.constructorsIn(tool.getEnclosedElements());
    long injecting =
        constructors.stream()
            .filter(c -> AnnotationUse.on(c, ApiNames.ACTIVATE).isPresent())
            .peek(this::checkPublic)
            .count();
    boolean plain =
        constructors.stream()
            .anyMatch(
                c -> c.getParameters().isEmpty() && c.getModifiers().contains(Modifier.PUBLIC));
    if (injecting > 1) {
      problems.add(place, "only one constructor can be used; write @Activate on one of them");
    } else if (injecting == 0 && !plain) {
      problems.add(
          place,
          "no constructor can be used; write a public one without parameters, or @Activate on a"
              + " public one whose parameters are injected");
    }
  }

  private void checkPublic(ExecutableElement constructor) {
    if (!constructor.getModifiers().contains(Modifier.PUBLIC)) {
      problems.add(
          Place.of(constructor), "the constructor with @Activate must be public; write public");
    }
  }

  /** Without {@code service} the component is published under what the class itself implements. */
  private void checkService(AnnotationUse component) {
    boolean written = component.isWritten("service");
    boolean published =
        written
            ? component.values("service", TypeMirror.class).stream().anyMatch(this::isTool)
            : tool.getInterfaces().stream().anyMatch(this::isTool);
    if (!published) {
      problems.add(
          component.place("service"),
          "the component is not published as a Tool; write @Component(service = Tool.class)");
    }
  }

  private void checkProperties(AnnotationUse component) {
    for (String property : component.values("property", String.class)) {
      if (property.startsWith("tool.")) {
        problems.add(
            component.place("property"),
            "properties that begin with tool. come from @ToolSpec; take '" + property + "' out");
      }
    }
  }

  private boolean isTool(TypeMirror type) {
    return type instanceof DeclaredType declared
        && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals(ApiNames.TOOL);
  }
}
