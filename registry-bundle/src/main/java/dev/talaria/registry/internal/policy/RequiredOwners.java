package dev.talaria.registry.internal.policy;

import dev.talaria.pipeline.ToolNames;
import dev.talaria.registry.internal.model.RequiredOwner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a value of {@code required_owner} says. Fail-closed: a demand that nobody can meet, or two
 * that contradict each other, leave their tool unavailable.
 *
 * @param owners by tool name
 * @param whole whether each element could be read
 * @param problems with single elements, a sentence each
 */
record RequiredOwners(Map<String, RequiredOwner> owners, boolean whole, List<String> problems) {
  private static final Pattern OWNER = Pattern.compile("(mcp:)?[A-Za-z0-9_.-]+");

  static RequiredOwners read(Object value) {
    Map<String, RequiredOwner> owners = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    Optional<List<String>> elements = RawValues.texts(value);
    boolean whole = elements.isPresent();
    for (String element : elements.orElse(List.of())) {
      int at = element.indexOf('=');
      String tool = at < 0 ? element : element.substring(0, at).strip();
      String owner = at < 0 ? "" : element.substring(at + 1).strip();
      if (owner.isEmpty() || !ToolNames.isValidName(tool)) {
        whole = false;
        if (!owner.isEmpty()) {
          problems.add("'" + tool + "' in '" + element + "' is no name of a tool");
        }
        continue;
      }
      if (!OWNER.matcher(owner).matches()) {
        problems.add(
            "'"
                + owner
                + "' is neither a bundle's symbolic name nor mcp:SERVER, so "
                + tool
                + " is unavailable");
      }
      owners.merge(tool, RequiredOwner.of(owner), RequiredOwner::and);
    }
    owners.forEach(
        (tool, required) -> {
          if (required.isDisputed()) {
            problems.add(
                tool + " cannot be of " + required + " at once, so it is unavailable: keep one");
          }
        });
    if (!whole) {
      problems.add("write TOOL=OWNER, several separated by commas");
    }
    return new RequiredOwners(owners, whole, problems);
  }
}
