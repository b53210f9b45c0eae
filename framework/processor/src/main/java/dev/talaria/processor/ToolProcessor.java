package dev.talaria.processor;

import dev.talaria.processor.internal.declaration.ComponentCheck;
import dev.talaria.processor.internal.declaration.Declaration;
import dev.talaria.processor.internal.declaration.DeclarationReader;
import dev.talaria.processor.internal.declaration.ExtensionCheck;
import dev.talaria.processor.internal.declaration.SchemaReader;
import dev.talaria.processor.internal.json.JsonWriter;
import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * Writes {@code OSGI-INF/tools/NAME.json}, the declaration document with the JSON Schemas, for each
 * class with {@code @ToolSpec}. What is wrong with a declaration is a compile error at the place
 * that says what to write. The compiler makes and calls it, on one thread.
 */
public final class ToolProcessor extends AbstractProcessor {
  private final Map<String, String> namesTaken = new HashMap<>();
  private final Set<String> compiled = new LinkedHashSet<>();
  private final List<ExtensionCheck> extensions =
      Stream.of(ExtensionCheck.Kind.values()).map(ExtensionCheck::new).toList();
  private Set<String> waiting = new LinkedHashSet<>();

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(ApiNames.TOOL_SPEC, ApiNames.PROBE_SPEC, ApiNames.OVERLAY_SPEC);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    round.getRootElements().forEach(root -> compiled.add(root.toString()));
    Set<String> tools = waiting;
    waiting = new LinkedHashSet<>();
    annotated(annotations, round, ApiNames.TOOL_SPEC)
        .forEach(tool -> tools.add(tool.getQualifiedName().toString()));
    for (ExtensionCheck check : extensions) {
      annotated(annotations, round, check.spec()).forEach(type -> processExtension(type, check));
    }
    if (!round.processingOver()) {
      tools.forEach(this::processSafely);
    } else {
      Problems warnings = new Problems();
      extensions.forEach(check -> check.warnOfUnknown(processingEnv.getElementUtils(), warnings));
      warnings
          .byPlace()
          .forEach((place, texts) -> say(Diagnostic.Kind.WARNING, String.join("\n", texts), place));
    }
    return false;
  }

  private static List<TypeElement> annotated(
      Set<? extends TypeElement> annotations, RoundEnvironment round, String name) {
    return annotations.stream()
        .filter(annotation -> annotation.getQualifiedName().contentEquals(name))
        .flatMap(annotation -> round.getElementsAnnotatedWith(annotation).stream())
        .filter(TypeElement.class::isInstance)
        .map(TypeElement.class::cast)
        .toList();
  }

  private void processExtension(TypeElement type, ExtensionCheck check) {
    Problems problems = new Problems();
    check.component(type, problems);
    report(problems, type);
  }

  /** An exception that left the processor would hide the other errors and name no class. */
  private void processSafely(String toolName) {
    TypeElement tool = processingEnv.getElementUtils().getTypeElement(toolName);
    try {
      process(tool);
    } catch (RuntimeException | StackOverflowError e) {
      String where = Stream.of(e.getStackTrace()).limit(5).toList().toString();
      error("the tool processor failed, please report it: " + e + " " + where, Place.of(tool));
    }
  }

  private void process(TypeElement tool) {
    Problems problems = new Problems();
    AnnotationUse spec = AnnotationUse.on(tool, ApiNames.TOOL_SPEC).orElseThrow();
    Declaration declaration = new DeclarationReader(tool, spec, problems).read();
    new ComponentCheck(tool, problems).run();
    SchemaReader schemas =
        new SchemaReader(
            processingEnv.getTypeUtils(), processingEnv.getElementUtils(), tool, problems);
    Optional<Map<String, Object>> arguments = schemas.arguments();
    Optional<Map<String, Object>> result =
        arguments.isPresent() ? schemas.result() : Optional.empty();
    if (problems.isUnresolved()) {
      // Perhaps another processor makes the type; if none does, the compiler says what is missing.
      waiting.add(tool.getQualifiedName().toString());
      return;
    }
    checkUnique(declaration.name(), tool, spec, problems);
    extensions.forEach(check -> check.asks(tool, spec));
    report(problems, tool);
    if (problems.isEmpty()) {
      Map<String, Object> document = declaration.document();
      document.put("inputSchema", arguments.orElseThrow());
      result.ifPresent(schema -> document.put("outputSchema", schema));
      write(declaration.path(), document, tool, schemas.sources());
    }
  }

  /** Names that differ in case only would be one file where the file system ignores case. */
  private void checkUnique(String name, TypeElement tool, AnnotationUse spec, Problems problems) {
    String self = tool.getQualifiedName().toString();
    String other = namesTaken.putIfAbsent(name.toLowerCase(Locale.ROOT), self);
    if (other != null && !other.equals(self)) {
      problems.add(
          spec.place("name"),
          "the name " + name + " is taken by " + other + "; give one of the two another name");
    }
  }

  /** The compiler shows only the first error at a position, so each gets one with all in it. */
  private void report(Problems problems, TypeElement tool) {
    Map<Place, List<String>> shown = new LinkedHashMap<>();
    problems
        .byPlace()
        .forEach(
            (place, messages) -> {
              boolean here = isCompiledNow(place.element());
              // A class file has no line that could be shown.
              Element element = place.element();
              String prefix = here ? "" : element.getEnclosingElement() + "." + element + ": ";
              List<String> texts =
                  shown.computeIfAbsent(here ? place : Place.of(tool), p -> new ArrayList<>());
              messages.forEach(message -> texts.add(prefix + message));
            });
    shown.forEach((place, messages) -> error(String.join("\n", messages), place));
  }

  private boolean isCompiledNow(Element element) {
    Element outermost = element;
    while (outermost.getEnclosingElement() instanceof TypeElement outer) {
      outermost = outer;
    }
    while (!(outermost instanceof TypeElement)) {
      outermost = outermost.getEnclosingElement();
    }
    return compiled.contains(outermost.toString());
  }

  private void error(String message, Place place) {
    say(Diagnostic.Kind.ERROR, message, place);
  }

  private void say(Diagnostic.Kind kind, String message, Place place) {
    processingEnv
        .getMessager()
        .printMessage(
            kind,
            message,
            withPosition(place.element()),
            place.annotation().orElse(null),
            place.value().orElse(null));
  }

  /** The compiler knows where the field of a record component is, but not the component itself. */
  private static Element withPosition(Element element) {
    if (element.getKind() != ElementKind.RECORD_COMPONENT) {
      return element;
    }
    return ElementFilter.fieldsIn(element.getEnclosingElement().getEnclosedElements()).stream()
        .filter(field -> field.getSimpleName().equals(element.getSimpleName()))
        .map(Element.class::cast)
        .findFirst()
        .orElse(element);
  }

  private void write(
      String path, Map<String, Object> document, TypeElement tool, Set<TypeElement> sources) {
    Element[] origins = Stream.concat(Stream.of(tool), sources.stream()).toArray(Element[]::new);
    try {
      FileObject file =
          processingEnv.getFiler().createResource(StandardLocation.CLASS_OUTPUT, "", path, origins);
      try (OutputStream out = file.openOutputStream()) {
        out.write((JsonWriter.write(document) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      error(path + " cannot be written: " + e, Place.of(tool));
    }
  }
}
