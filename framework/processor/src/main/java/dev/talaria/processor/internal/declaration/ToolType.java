package dev.talaria.processor.internal.declaration;

import dev.talaria.processor.internal.source.ApiNames;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Finds, through superclasses and interfaces, what a class says to {@code Tool<A>}. */
final class ToolType {
  private final Types types;
  private final Elements elements;
  private final TypeElement tool;

  ToolType(Types types, Elements elements, TypeElement tool) {
    this.types = types;
    this.elements = elements;
    this.tool = tool;
  }

  /** Returns {@code Tool<A>} with the class's A in it. */
  Optional<DeclaredType> asTool() {
    return ancestor(tool.asType(), ApiNames.TOOL);
  }

  /** Returns the type as an instance of a generic type that it extends, if it does. */
  Optional<DeclaredType> ancestor(TypeMirror type, String name) {
    if (type instanceof DeclaredType declared
        && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals(name)) {
      return Optional.of(declared);
    }
    return types.directSupertypes(type).stream()
        .flatMap(parent -> ancestor(parent, name).stream())
        .findFirst();
  }

  /** Returns whether a class or interface above the tool cannot be found. */
  boolean hasUnresolvedParent() {
    return hasUnresolvedParent(tool);
  }

  private boolean hasUnresolvedParent(TypeElement type) {
    return isUnresolved(type.getSuperclass())
        || type.getInterfaces().stream().anyMatch(this::isUnresolved);
  }

  private boolean isUnresolved(TypeMirror parent) {
    return parent.getKind() == TypeKind.ERROR
        || parent instanceof DeclaredType declared
            && hasUnresolvedParent((TypeElement) declared.asElement());
  }

  /** Returns the declared return type of the method that implements {@code call}. */
  Optional<TypeMirror> resultType() {
    TypeElement toolInterface = elements.getTypeElement(ApiNames.TOOL);
    ExecutableElement declared =
        ElementFilter.methodsIn(toolInterface.getEnclosedElements()).stream()
            .filter(method -> method.getSimpleName().contentEquals("call"))
            .findFirst()
            .orElseThrow();
    for (Element type = tool; type instanceof TypeElement; type = superclass((TypeElement) type)) {
      Optional<ExecutableElement> found =
          ElementFilter.methodsIn(type.getEnclosedElements()).stream()
              .filter(method -> implementsCall(method, declared))
              .findFirst();
      if (found.isPresent()) {
        return found.map(this::returnType);
      }
    }
    return ElementFilter.methodsIn(elements.getAllMembers(tool)).stream()
        .filter(method -> implementsCall(method, declared))
        .findFirst()
        .map(this::returnType);
  }

  private boolean implementsCall(ExecutableElement method, ExecutableElement declared) {
    return !method.getModifiers().contains(Modifier.ABSTRACT)
        && elements.overrides(method, declared, tool);
  }

  private TypeMirror returnType(ExecutableElement method) {
    DeclaredType self = (DeclaredType) tool.asType();
    return ((ExecutableType) types.asMemberOf(self, method)).getReturnType();
  }

  private Element superclass(TypeElement type) {
    return types.asElement(type.getSuperclass());
  }
}
