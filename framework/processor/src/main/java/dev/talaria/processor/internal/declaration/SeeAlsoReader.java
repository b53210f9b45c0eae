package dev.talaria.processor.internal.declaration;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Problems;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/** Reads and checks the {@code @SeeAlso} of a tool. */
final class SeeAlsoReader {
  private static final int MAX = 16;
  private static final int MAX_TEXT_CHARS = 1000;

  private final Problems problems;

  SeeAlsoReader(Problems problems) {
    this.problems = problems;
  }

  /** Returns them in their order. */
  List<Declaration.Reference> read(TypeElement tool, String toolName) {
    List<AnnotationUse> all = AnnotationUse.all(tool, ApiNames.SEE_ALSO, ApiNames.SEE_ALSO_LIST);
    if (all.size() > MAX) {
      problems.add(
          all.get(MAX).place(), "more than " + MAX + " @SeeAlso; keep those that models need most");
    }
    return all.stream().map(use -> read(use, toolName)).toList();
  }

  private Declaration.Reference read(AnnotationUse use, String toolName) {
    List<String> tools = use.values("tools", String.class);
    Set<String> seen = new HashSet<>();
    for (String name : tools) {
      if (!ToolNameRule.holdsFor(name)) {
        problems.add(use.place("tools"), "@SeeAlso: '" + name + "' " + ToolNameRule.RULE);
      } else if (name.equals(toolName)) {
        problems.add(
            use.place("tools"),
            "@SeeAlso names the tool itself; write names of other tools, and what concerns only"
                + " this one in its description");
      } else if (!seen.add(name)) {
        problems.add(use.place("tools"), "@SeeAlso names " + name + " twice; write it once");
      }
    }
    if (tools.size() > MAX) {
      problems.add(
          use.place("tools"), "@SeeAlso names more than " + MAX + " tools; write one for each few");
    }
    if (tools.isEmpty() && use.isWritten("tools")) {
      problems.add(
          use.place("tools"),
          "@SeeAlso names no tool; write the names of the tools that its text speaks of");
    }
    Optional<String> text = use.value("text", String.class);
    if (text.isEmpty() || !use.isWritten("tools")) {
      // Missing or no constant: the compiler says so.
      problems.unresolvedName();
    } else if (text.get().isBlank()) {
      problems.add(
          use.place("text"), "@SeeAlso says nothing; write a sentence that speaks of these tools");
    } else if (text.get().length() > MAX_TEXT_CHARS) {
      problems.add(
          use.place("text"),
          "@SeeAlso has " + text.get().length() + " characters; write at most " + MAX_TEXT_CHARS);
    }
    return new Declaration.Reference(tools, text.orElse(""));
  }
}
