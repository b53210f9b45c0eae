package dev.talaria.processor;

import static dev.talaria.processor.DocumentTest.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.processor.Compilation.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the schemas of the richer types look like; that they work is shown by the round trips. */
class SchemaTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path output;

  @Test
  @DisplayName("R1 every field of an entry has its place in one declaration")
  void everyFieldOfAnEntry() throws Exception {
    Compilation compilation =
        Compilation.of(
            output,
            Source.of(
                "x.T",
                "package x;",
                "import dev.talaria.api.*;",
                "import java.util.concurrent.CompletionStage;",
                "import org.osgi.service.component.annotations.Component;",
                "@Component",
                "@ToolSpec(name = \"look_up\", toolset = \"web\", emoji = \"🔎\", title = \"Look up\",",
                "    description = \"Looks something up.\", probe = \"online\",",
                "    overlay = \"limits\", requiresEnv = \"KEY\", maxResultChars = 500)",
                "@SeeAlso(tools = \"fetch\", text = \"Then fetch it.\")",
                "public final class T implements Tool<T.Args> {",
                "  public record Args(String q) {}",
                "  public record Result(String url) {}",
                "  @Override public CompletionStage<Result> call(Args a, ToolContext c) {",
                "    return null;",
                "  }",
                "  @Component @ProbeSpec(name = \"online\")",
                "  public static final class Online implements AvailabilityProbe {",
                "    public Availability probe() { return null; }",
                "  }",
                "  @Component @OverlaySpec(name = \"limits\")",
                "  public static final class Limits implements DefinitionOverlay {",
                "    public java.util.Map<String, Object> overlay(String t) { return null; }",
                "  }",
                "}"));
    assertThat(compilation.messages()).isEmpty();
    ToolDocument entry =
        ToolDocument.read(
            compilation.text("look_up").getBytes(StandardCharsets.UTF_8), JsonMappers.base());

    assertThat(entry.name()).isEqualTo("look_up");
    assertThat(entry.toolset()).isEqualTo("web");
    // Schema: the parameters, and apart from them what the model is told.
    assertThat(JSON.readTree(entry.inputSchema()).at("/required")).hasToString("[\"q\"]");
    assertThat(entry.description()).isEqualTo("Looks something up.");
    // The handler is the class itself; the capability in the manifest names it.
    // Whether it is asynchronous is said by the type that it returns, and its result is known.
    assertThat(JSON.readTree(entry.outputSchema().orElseThrow()).at("/required"))
        .hasToString("[\"url\"]");
    assertThat(entry.behaviour().probe()).isEqualTo("online");
    assertThat(entry.requiresEnv()).containsExactly("KEY");
    assertThat(entry.emoji()).isEqualTo("🔎");
    assertThat(entry.maxResultChars()).isEqualTo(500);
    assertThat(entry.behaviour().overlay()).isEqualTo("limits");
    assertThat(entry.seeAlso()).hasSize(1);
  }

  @Test
  void stringsOfManyKinds() {
    property("java.time.Instant", "'type':'string','format':'date-time'");
    property("java.time.OffsetDateTime", "'type':'string','format':'date-time'");
    property("java.time.ZonedDateTime", "'type':'string','format':'date-time'");
    property("java.time.LocalDate", "'type':'string','format':'date'");
    property("java.time.OffsetTime", "'type':'string','format':'time'");
    property("java.time.ZoneId", "'type':'string'");
    property("UUID", "'type':'string','format':'uuid'");
    property("byte[]", "'type':'string','contentEncoding':'base64'");
    property("@Format(\"email\") String", "'type':'string','format':'email'");
    property("@Format(\"iri\") java.net.URI", "'type':'string','format':'iri'");
    property("@Length(max = 9) java.net.URI", "'type':'string','format':'uri','maxLength':9");
  }

  @Test
  void whereAFormatIsNarrowerThanTheTypeResultsHaveAPattern() {
    JsonNode document =
        compile(
            "java.time.Duration a",
            "R",
            "public record R(java.time.Duration a, java.net.URI u) {}");
    assertThat(document.at("/inputSchema/properties/a/format").asString()).isEqualTo("duration");
    assertThat(document.at("/outputSchema/properties/a/format").isMissingNode()).isTrue();
    assertThat(document.at("/outputSchema/properties/a/pattern").asString()).startsWith("^PT");
    assertThat(document.at("/outputSchema/properties/u/format").asString())
        .isEqualTo("uri-reference");
  }

  @Test
  void titlesAndExamples() {
    JsonNode document =
        compile(
            "@Title(\"Where\") @Doc(\"a place\") @Example({\"Lyon\", \"Paris\"}) String place,"
                + " @Example(\"7\") int days, @Example({\"[]\", \"[\\\"a\\\"]\"}) List<E> all,"
                + " @Example(\"2026-01-31\") Optional<java.time.LocalDate> day,"
                + " @Title(\"Here\") P p, Q q",
            "Object",
            "public enum E { a }",
            "@Title(\"A P\") public record P() {}",
            "@Title(\"A Q\") public sealed interface Q {}",
            "public record R() implements Q {}");
    JsonNode properties = document.at("/inputSchema/properties");
    assertThat(properties.get("place"))
        .isEqualTo(
            json(
                "{'type':'string','title':'Where','description':'a place',"
                    + "'examples':['Lyon','Paris']}"));
    assertThat(properties.at("/days/examples")).isEqualTo(json("[7]"));
    assertThat(properties.at("/all/examples")).isEqualTo(json("[[],['a']]"));
    assertThat(properties.at("/day/examples")).isEqualTo(json("['2026-01-31']"));
    assertThat(properties.at("/p/title").asString()).isEqualTo("Here");
    assertThat(properties.at("/q/title").asString()).isEqualTo("A Q");
  }

  @Test
  void mapsOfAnEnumKnowTheirNames() {
    property(
        "Map<E, Long>",
        "'type':'object','propertyNames':{'enum':['x','y']},"
            + "'additionalProperties':{'type':'integer'}");
  }

  @Test
  void aTypeThatStandsInItselfIsDefined() {
    JsonNode document =
        compile(
            "@Doc(\"the root\") Node node, Node again",
            "Node",
            "public record Node(String name, @Default(\"[]\") List<Node> children) {}");
    assertThat(document.get("inputSchema"))
        .isEqualTo(
            json(
                "{'type':'object','properties':{"
                    + "'node':{'$ref':'#/$defs/Node','description':'the root'},"
                    + "'again':{'$ref':'#/$defs/Node'}},"
                    + "'required':['node','again'],'additionalProperties':false,"
                    + "'$defs':{'Node':{'type':'object','properties':{'name':{'type':'string'},"
                    + "'children':{'type':'array','items':{'$ref':'#/$defs/Node'},'default':[]}},"
                    + "'required':['name'],'additionalProperties':false}}}"));
    // The root of a result is written out, since protocols want to see an object there.
    JsonNode result = document.get("outputSchema");
    assertThat(result.at("/type").asString()).isEqualTo("object");
    assertThat(result.at("/properties/children/items/$ref").asString()).isEqualTo("#/$defs/Node");
    assertThat(result.at("/$defs/Node/required")).isEqualTo(json("['name','children']"));
    assertThat(result.at("/$defs/Node/additionalProperties").isMissingNode()).isTrue();
  }

  @Test
  void instantiationsOfAGenericTypeAreDefinitionsOfTheirOwn() {
    JsonNode definitions =
        compile(
                "Chain<String> a, Chain<Long> b, Chain<List<P>> c, other.Chain d",
                "Object",
                "public record Chain<E>(E value, Optional<Chain<E>> next) {}",
                "public record P() {}")
            .at("/inputSchema/$defs");
    assertThat(definitions.propertyNames())
        .containsExactly("Chain_String", "Chain_Long", "Chain_List_P", "Chain");
    assertThat(definitions.at("/Chain_Long/properties/value/type").asString()).isEqualTo("integer");
    assertThat(definitions.at("/Chain_Long/properties/next/$ref").asString())
        .isEqualTo("#/$defs/Chain_Long");
  }

  @Test
  void typesOfOneSimpleNameAreToldApart() {
    JsonNode schema =
        compile("Chain a, other.Chain b", "Object", "public record Chain(Optional<Chain> next) {}")
            .get("inputSchema");
    assertThat(schema.at("/properties/a/$ref").asString()).isEqualTo("#/$defs/Chain");
    assertThat(schema.at("/properties/b/$ref").asString()).isEqualTo("#/$defs/Chain_2");
    assertThat(schema.at("/$defs").propertyNames()).containsExactly("Chain", "Chain_2");
  }

  @Test
  void aSealedInterfaceIsOneOfItsRecords() {
    JsonNode document =
        compile(
            "S s",
            "R",
            "@Doc(\"a shape\") public sealed interface S permits Round, Flat {}",
            "@Doc(\"a circle\") public record Round(@Minimum(0) double radius) implements S {}",
            "public sealed interface Flat extends S {}",
            "@TypeName(\"box\") public record Box(@Default(\"1\") long side) implements Flat {}",
            "public record R(List<Flat> flats) {}");
    assertThat(document.at("/inputSchema/properties/s"))
        .isEqualTo(
            json(
                "{'description':'a shape','oneOf':["
                    + "{'type':'object','description':'a circle','properties':{"
                    + "'type':{'type':'string','const':'Round'},"
                    + "'radius':{'type':'number','minimum':0}},"
                    + "'required':['type','radius'],'additionalProperties':false},"
                    + "{'type':'object','properties':{'type':{'type':'string','const':'box'},"
                    + "'side':{'type':'integer','default':1}},"
                    + "'required':['type'],'additionalProperties':false}]}"));
    assertThat(document.at("/outputSchema/properties/flats/items/oneOf/0/required"))
        .isEqualTo(json("['type','side']"));
  }

  @Test
  void aSealedInterfaceIsAResultButNoArguments() {
    JsonNode schema =
        compile(
                "int a",
                "S",
                "public sealed interface S {}",
                "public record Found(String where) implements S {}",
                "public record Lost() implements S {}")
            .get("outputSchema");
    assertThat(schema.at("/type").asString()).isEqualTo("object");
    assertThat(schema.at("/oneOf")).hasSize(2);

    Compilation compilation =
        Compilation.of(
            output,
            Source.of(
                "x.T",
                DocumentTest.head("T.S"),
                "  public sealed interface S {}",
                "  public record A() implements S {}",
                "  public Object call(S a, ToolContext c) { return a; }",
                "}"));
    assertThat(compilation.messages())
        .singleElement()
        .asString()
        .contains("S cannot hold the arguments", "write a record with a component of this type");
  }

  @Test
  void recordsOfAGenericSealedInterfaceThatCannotBeAreLeftOut() {
    JsonNode choices =
        compile(
                "Box<String> a",
                "Object",
                "public sealed interface Box<T> {}",
                "public record Full<F>(F value) implements Box<F> {}",
                "public record Counted(long n) implements Box<Long> {}",
                "public record Named(String n) implements Box<String> {}")
            .at("/inputSchema/properties/a/oneOf");
    assertThat(choices.valueStream().map(c -> c.at("/properties/type/const").asString()))
        .containsExactly("Full", "Named");
    assertThat(choices.at("/0/properties/value/type").asString()).isEqualTo("string");
  }

  private void property(String type, String members) {
    assertThat(
            compile(type + " a", "Object", "public enum E { x, y }")
                .at("/inputSchema/properties/a"))
        .as(type)
        .isEqualTo(json("{" + members + "}"));
  }

  private JsonNode compile(String components, String result, String... types) {
    return Compilation.of(
            output,
            tool(components, result, "", types),
            Source.of(
                "other.Chain",
                "package other;",
                "public record Chain(java.util.List<Chain> links) {}"))
        .document("t");
  }

  private static JsonNode json(String text) {
    return JSON.readTree(text.replace('\'', '"'));
  }
}
