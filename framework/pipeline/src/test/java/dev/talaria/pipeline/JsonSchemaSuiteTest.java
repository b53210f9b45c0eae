package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.talaria.pipeline.plan.ArgumentPlan;
import dev.talaria.pipeline.schema.LocalReferences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema Test Suite, draft 2020-12, as Debian ships it in
 * libtest-json-schema-acceptance-perl. Without it the test is skipped, or fails if
 * TALARIA_REQUIRE_SCHEMA_SUITE is true.
 */
@DisplayName("JSON Schema Test Suite, draft 2020-12")
class JsonSchemaSuiteTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final Path SUITE =
      Path.of("/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests/draft2020-12");

  /** Groups whose schemas we refuse though no reference leaves them, and why. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "ref: order of evaluation: $id and $anchor and $ref",
          "the library wants an absolute $id at the root",
          "vocabulary: ignore unrecognized optional vocabulary",
          "other dialects are not fetched",
          "vocabulary: schema that uses custom metaschema with with no validation vocabulary",
          "other dialects are not fetched",
          "format-assertion: schema that uses custom metaschema with format-assertion: false",
          "other dialects are not fetched",
          "format-assertion: schema that uses custom metaschema with format-assertion: true",
          "other dialects are not fetched");

  /** Groups of which some cases are decided otherwise, and why. */
  private static final Map<String, String> DIFFERENT =
      Map.of(
          "ecmascript-regex: ECMA 262 \\s matches whitespace",
          "\\s of Java knows the white space of ASCII only",
          "ecmascript-regex: ECMA 262 \\S matches everything but whitespace",
          "\\S of Java knows the white space of ASCII only",
          "ecmascript-regex: ECMA 262 regex escapes control codes with \\c and lower letter",
          "\\c of Java wants an upper-case letter");

  @TestFactory
  Stream<DynamicTest> suite() throws IOException {
    boolean there = Files.isDirectory(SUITE);
    if (!"true".equals(System.getenv("TALARIA_REQUIRE_SCHEMA_SUITE"))) {
      assumeTrue(there, "the suite is not installed (Debian: libtest-json-schema-acceptance-perl)");
    }
    assertThat(there).as("the suite in %s", SUITE).isTrue();
    List<DynamicTest> tests = new ArrayList<>();
    for (Path folder : List.of(SUITE, SUITE.resolve("optional"))) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file :
            files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
          String keyword = file.getFileName().toString().replace(".json", "");
          for (JsonNode group : MAPPER.readTree(Files.readAllBytes(file)).values()) {
            tests.addAll(group(keyword, group));
          }
        }
      }
    }
    return tests.stream();
  }

  private static List<DynamicTest> group(String keyword, JsonNode group) {
    String name = keyword + ": " + group.get("description").stringValue();
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode one : group.get("tests").values()) {
      String title = name + ": " + one.get("description").stringValue();
      tests.add(DynamicTest.dynamicTest(title, () -> check(name, group, one)));
    }
    return tests;
  }

  private static void check(String name, JsonNode group, JsonNode one) throws Exception {
    String text = group.get("schema").toString();
    JsonNode data = one.get("data");
    boolean valid = one.get("valid").booleanValue();
    if (REFUSED.containsKey(name) || leavesTheDocument(group.get("schema"))) {
      assertThatThrownBy(() -> OutputSchema.compile(text, MAPPER))
          .isInstanceOf(InvalidSchemaException.class);
      return;
    }
    String problems = OutputSchema.compile(text, MAPPER).problems(data);
    if (!DIFFERENT.containsKey(name)) {
      assertThat(problems.isEmpty()).as("%s under %s: %s", data, text, problems).isEqualTo(valid);
    }
    if (data instanceof ObjectNode object) {
      JsonNode document = group.get("schema");
      boolean certain =
          ArgumentPlan.compile(document, new LocalReferences(document), Schemas::pattern)
              .accept(object)
              .isPresent();
      assertThat(certain && !valid).as("the plan accepts %s under %s", data, text).isFalse();
    }
  }

  private static boolean leavesTheDocument(JsonNode schema) {
    for (String key : List.of("$ref", "$dynamicRef")) {
      if (!schema.path(key).stringValue("#").startsWith("#")) {
        return true;
      }
    }
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      if (!Set.of("const", "enum", "default", "examples").contains(member.getKey())
          && leavesTheDocument(member.getValue())) {
        return true;
      }
    }
    for (int i = 0; schema.isArray() && i < schema.size(); i++) {
      if (leavesTheDocument(schema.get(i))) {
        return true;
      }
    }
    return false;
  }
}
