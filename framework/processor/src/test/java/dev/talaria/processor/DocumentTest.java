package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.processor.Compilation.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The declaration document of tools that are written right. */
class DocumentTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path output;

  @Test
  void theExampleOfTheGuide() {
    Compilation compilation =
        Compilation.of(
            output,
            Source.of(
                "x.GetWeather",
                "package x;",
                "import dev.talaria.api.*;",
                "import org.osgi.service.component.annotations.Component;",
                "@Component",
                "@ToolSpec(name = \"get_weather\", toolset = \"weather\", emoji = \"⛅\",",
                "    readOnly = true, openWorld = false, timeout = \"30s\",",
                "    description = \"Current weather of a place.\")",
                "public final class GetWeather implements Tool<GetWeather.Args> {",
                "  public record Args(",
                "      @Doc(\"Place name, e.g. Lyon\") String place,",
                "      @Doc(\"celsius or fahrenheit\") @Default(\"celsius\") Unit unit) {}",
                "  enum Unit { celsius, fahrenheit }",
                "  public record Result(double temperature, String sky) {}",
                "  @Override public Result call(Args args, ToolContext context) {",
                "    return new Result(1, \"\");",
                "  }",
                "}"));

    assertThat(compilation.document("get_weather"))
        .isEqualTo(
            JSON.readTree(
                """
                {"name":"get_weather","toolset":"weather","title":"",
                 "description":"Current weather of a place.","emoji":"⛅","override":false,
                 "annotations":{"readOnlyHint":true,"destructiveHint":false,
                   "idempotentHint":true,"openWorldHint":false},
                 "timeout":"30s","maxResultChars":0,"requiresEnv":[],
                 "inputSchema":{"type":"object",
                   "properties":{
                     "place":{"type":"string","description":"Place name, e.g. Lyon"},
                     "unit":{"type":"string","description":"celsius or fahrenheit",
                             "enum":["celsius","fahrenheit"],"default":"celsius"}},
                   "required":["place"],"additionalProperties":false},
                 "outputSchema":{"type":"object",
                   "properties":{"temperature":{"type":"number"},"sky":{"type":"string"}},
                   "required":["temperature","sky"]}}
                """));
  }

  @Test
  void keepsTheOrderOfTheDeclaration() {
    Compilation compilation = compile("int z, int a, int m", "Object");
    assertThat(compilation.text("t"))
        .containsSubsequence("\"z\":", "\"a\":", "\"m\":", "[\"z\",\"a\",\"m\"]")
        .startsWith("{\"name\":\"t\",\"toolset\":\"s\"")
        .endsWith("}\n");
  }

  @Test
  void everythingThatASpecCanSay() {
    JsonNode document =
        Compilation.of(
                output,
                tool(
                    "int a",
                    "String",
                    "title = \"T\", emoji = \"x\", override = true, destructive = false,"
                        + " idempotent = true, timeout = \"500ms\", maxResultChars = -1,"
                        + " requiresEnv = {\"A_1\", \"B\"}"))
            .document("t");
    assertThat(document.at("/title").asString()).isEqualTo("T");
    assertThat(document.at("/override").asBoolean()).isTrue();
    assertThat(document.at("/annotations"))
        .isEqualTo(
            JSON.readTree(
                "{\"readOnlyHint\":false,\"destructiveHint\":false,\"idempotentHint\":true,"
                    + "\"openWorldHint\":true}"));
    assertThat(document.at("/timeout").asString()).isEqualTo("500ms");
    assertThat(document.at("/maxResultChars").asInt()).isEqualTo(-1);
    assertThat(document.at("/requiresEnv")).isEqualTo(JSON.readTree("[\"A_1\",\"B\"]"));
  }

  @Test
  void behaviourIsWrittenOnlyWhenSet() {
    assertThat(compile("int a", "String").text("t"))
        .doesNotContain("probe", "overlay", "maxConcurrent", "agentLoop", "seeAlso");
    JsonNode document =
        Compilation.of(
                output,
                Source.of(
                    "x.T",
                    "package x;",
                    "import dev.talaria.api.*;",
                    "import org.osgi.service.component.annotations.Component;",
                    "@Component",
                    "@ToolSpec(name = \"t\", toolset = \"s\", description = \"d\",",
                    "    probe = \"p.1\", overlay = \"o\", maxConcurrent = 3, agentLoop = true)",
                    "@SeeAlso(tools = {\"b\", \"a\"}, text = \"Use a after b.\")",
                    "@SeeAlso(tools = \"c\", text = \"Or c.\")",
                    "public final class T implements Tool<T.Args> {",
                    "  public record Args() {}",
                    "  @Component @ProbeSpec(name = \"p.1\")",
                    "  public static final class P implements AvailabilityProbe {",
                    "    public Availability probe() { return null; }",
                    "  }",
                    "  public Object call(Args args, ToolContext context) { return args; }",
                    "}"),
                Source.of(
                    "y.O",
                    "package y;",
                    "import dev.talaria.api.*;",
                    "import org.osgi.service.component.annotations.Component;",
                    "@Component @OverlaySpec(name = \"o\")",
                    "public final class O implements DefinitionOverlay {",
                    "  public java.util.Map<String, Object> overlay(String tool) { return null; }",
                    "}"))
            .document("t");
    assertThat(document.at("/probe").asString()).isEqualTo("p.1");
    assertThat(document.at("/overlay").asString()).isEqualTo("o");
    assertThat(document.at("/maxConcurrent").asInt()).isEqualTo(3);
    assertThat(document.at("/agentLoop").asBoolean()).isTrue();
    assertThat(document.at("/seeAlso"))
        .isEqualTo(
            JSON.readTree(
                "[{\"tools\":[\"b\",\"a\"],\"text\":\"Use a after b.\"},"
                    + "{\"tools\":[\"c\"],\"text\":\"Or c.\"}]"));
  }

  @Test
  void aSingleSeeAlsoAndASingleNameNeedNoBraces() {
    Compilation compilation =
        Compilation.of(
            output,
            Source.of(
                "x.T",
                head("T.Args")
                    .replace("@Component", "@SeeAlso(tools = \"c\", text = \"Or c.\")\n@Component"),
                "  public record Args() {}",
                "  public Object call(Args args, ToolContext context) { return args; }",
                "}"));
    assertThat(compilation.document("t").at("/seeAlso"))
        .isEqualTo(JSON.readTree("[{\"tools\":[\"c\"],\"text\":\"Or c.\"}]"));
  }

  @Test
  void aSingleEnvironmentVariableNeedsNoBraces() {
    JsonNode document =
        Compilation.of(output, tool("int a", "String", "requiresEnv = \"A\"")).document("t");
    assertThat(document.at("/requiresEnv")).isEqualTo(JSON.readTree("[\"A\"]"));
  }

  @Test
  void aToolThatSaysNothingMayDestroyAndReachOut() {
    assertThat(compile("int a", "String").document("t").at("/annotations"))
        .isEqualTo(
            JSON.readTree(
                "{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":false,"
                    + "\"openWorldHint\":true}"));
  }

  @Test
  void argumentsWithoutParameters() {
    assertThat(input(""))
        .isEqualTo(
            JSON.readTree(
                "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"));
  }

  @Test
  void argumentsAsAMapAreOpen() {
    JsonNode document =
        Compilation.of(
                output,
                Source.of(
                    "x.T",
                    head("java.util.Map<String, Object>"),
                    "  public Object call(java.util.Map<String, Object> a, ToolContext c) {",
                    "    return a;",
                    "  }",
                    "}"))
            .document("t");
    assertThat(document.at("/inputSchema"))
        .isEqualTo(
            JSON.readTree("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":true}"));
    assertThat(document.has("outputSchema")).isFalse();
  }

  @Test
  void plainTypes() {
    String whole = "\"type\":\"integer\"";
    assertProperty("String a", "{\"type\":\"string\"}");
    assertProperty("java.nio.file.Path a", "{\"type\":\"string\"}");
    assertProperty("boolean a", "{\"type\":\"boolean\"}");
    assertProperty("Boolean a", "{\"type\":\"boolean\"}");
    assertProperty("byte a", "{" + whole + ",\"minimum\":-128,\"maximum\":127}");
    assertProperty("Byte a", "{" + whole + ",\"minimum\":-128,\"maximum\":127}");
    assertProperty("short a", "{" + whole + ",\"minimum\":-32768,\"maximum\":32767}");
    assertProperty("Short a", "{" + whole + ",\"minimum\":-32768,\"maximum\":32767}");
    String intBounds = ",\"minimum\":-2147483648,\"maximum\":2147483647}";
    assertProperty("int a", "{" + whole + intBounds);
    assertProperty("Integer a", "{" + whole + intBounds);
    assertProperty("long a", "{" + whole + "}");
    assertProperty("Long a", "{" + whole + "}");
    assertProperty("java.math.BigInteger a", "{" + whole + "}");
    for (String type :
        new String[] {"float", "Float", "double", "Double", "java.math.BigDecimal"}) {
      assertProperty(type + " a", "{\"type\":\"number\"}");
    }
    assertProperty("Object a", "{}");
  }

  @Test
  void collectionsAndMaps() {
    assertProperty("List<String> a", "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
    assertProperty("Collection<Long> a", "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}");
    assertProperty(
        "Set<String> a",
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"uniqueItems\":true}");
    assertProperty("double[] a", "{\"type\":\"array\",\"items\":{\"type\":\"number\"}}");
    assertProperty(
        "List<List<? extends Boolean>> a",
        "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}}}");
    assertProperty("List<?> a", "{\"type\":\"array\",\"items\":{}}");
    assertProperty(
        "Map<String, Long> a",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}");
    assertProperty("Map<String, Object> a", "{\"type\":\"object\",\"additionalProperties\":true}");
  }

  @Test
  void optionalParametersAreNotRequired() {
    JsonNode schema =
        input(
            "Optional<String> a, OptionalInt b, OptionalLong c, OptionalDouble d,"
                + " Optional<List<Long>> e, long f");
    assertThat(schema.at("/required")).isEqualTo(JSON.readTree("[\"f\"]"));
    assertThat(schema.at("/properties/a")).isEqualTo(JSON.readTree("{\"type\":\"string\"}"));
    assertThat(schema.at("/properties/b/type").asString()).isEqualTo("integer");
    assertThat(schema.at("/properties/b/maximum").asInt()).isEqualTo(Integer.MAX_VALUE);
    assertThat(schema.at("/properties/c")).isEqualTo(JSON.readTree("{\"type\":\"integer\"}"));
    assertThat(schema.at("/properties/d")).isEqualTo(JSON.readTree("{\"type\":\"number\"}"));
    assertThat(schema.at("/properties/e/items/type").asString()).isEqualTo("integer");
  }

  @Test
  void constraints() {
    assertProperty(
        "@Minimum(1) @Maximum(10) int a", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":10}");
    assertProperty(
        "@Minimum(0) int a", "{\"type\":\"integer\",\"minimum\":0,\"maximum\":2147483647}");
    assertProperty("@Maximum(1e12) long a", "{\"type\":\"integer\",\"maximum\":1000000000000}");
    assertProperty(
        "@Minimum(-0.5) @Maximum(1e300) double a",
        "{\"type\":\"number\",\"minimum\":-0.5,\"maximum\":1E+300}");
    assertProperty(
        "@Length(min = 1, max = 5) @Pattern(\"^[a-z*+]+$\") String a",
        "{\"type\":\"string\",\"minLength\":1,\"maxLength\":5,\"pattern\":\"^[a-z*+]+$\"}");
    assertProperty("@Length(max = 5) Optional<String> a", "{\"type\":\"string\",\"maxLength\":5}");
    assertProperty(
        "@Items(min = 1, max = 3) Set<Long> a",
        "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":1,\"maxItems\":3,"
            + "\"uniqueItems\":true}");
  }

  @Test
  void defaultsAreOfTheirType() {
    JsonNode schema =
        input(
            "@Default(\"a \\\"b\\\"\") String a, @Default(\"-7\") long b,"
                + " @Default(\"1.50\") double c, @Default(\"true\") boolean d,"
                + " @Default(\"[1, 2]\") List<Long> e,"
                + " @Default(\"{\\\"k\\\": [null, \\\"v\\\"]}\") Map<String, Object> f,"
                + " @Default(\"\\\"x\\\"\") Object g, @Default(\"b\") E h,"
                + " @Default(\"{\\\"x\\\":1}\") P i, @Default(\"1e2\") int j,"
                + " @Default(\"x/y\") java.nio.file.Path k",
            "public enum E { a, b }",
            "public record P(long x, @Default(\"2\") long y, Optional<String> z) {}");
    assertThat(schema.has("required")).isFalse();
    JsonNode properties = schema.at("/properties");
    assertThat(properties.at("/a/default").asString()).isEqualTo("a \"b\"");
    assertThat(properties.at("/b/default").isIntegralNumber()).isTrue();
    assertThat(properties.at("/b/default").asLong()).isEqualTo(-7);
    assertThat(properties.at("/c/default").asDouble()).isEqualTo(1.5);
    assertThat(properties.at("/d/default").isBoolean()).isTrue();
    assertThat(properties.at("/e/default")).isEqualTo(JSON.readTree("[1,2]"));
    assertThat(properties.at("/f/default")).isEqualTo(JSON.readTree("{\"k\":[null,\"v\"]}"));
    assertThat(properties.at("/g/default").asString()).isEqualTo("x");
    assertThat(properties.at("/h/default").asString()).isEqualTo("b");
    assertThat(properties.at("/i/default")).isEqualTo(JSON.readTree("{\"x\":1}"));
    assertThat(properties.at("/i/required")).isEqualTo(JSON.readTree("[\"x\"]"));
    assertThat(properties.at("/j/default").isIntegralNumber()).isTrue();
    assertThat(properties.at("/k/default").asString()).isEqualTo("x/y");
  }

  @Test
  void textsOfTypesAndConstants() {
    JsonNode schema =
        input(
            "@Doc(\"here\") P p, P q, List<E> e, @Doc(\"unit\") E f",
            "@Doc(\"a place\") public record P(@Doc(\"in degrees\") double lat) {}",
            "@Doc(\"a unit\") public enum E { @Doc(\"metric\") c, @Doc(\"imperial\") f, k }");
    assertThat(schema.at("/properties/p/description").asString()).isEqualTo("here");
    assertThat(schema.at("/properties/q/description").asString()).isEqualTo("a place");
    assertThat(schema.at("/properties/q/properties/lat/description").asString())
        .isEqualTo("in degrees");
    assertThat(schema.at("/properties/q/additionalProperties").asBoolean(true)).isFalse();
    assertThat(schema.at("/properties/e/items/description").asString())
        .isEqualTo("a unit\nc: metric\nf: imperial");
    assertThat(schema.at("/properties/f/description").asString())
        .isEqualTo("unit\nc: metric\nf: imperial");
    assertThat(schema.at("/properties/f/enum")).isEqualTo(JSON.readTree("[\"c\",\"f\",\"k\"]"));
  }

  @Test
  void genericRecordsHaveTheirTypeArgumentsPutIn() {
    JsonNode schema =
        input(
            "Pair<String, Pair<Long, List<Boolean>>> p",
            "public record Pair<A, B>(A left, Optional<B> right) {}");
    assertThat(schema.at("/properties/p/properties/left/type").asString()).isEqualTo("string");
    assertThat(schema.at("/properties/p/required")).isEqualTo(JSON.readTree("[\"left\"]"));
    assertThat(schema.at("/properties/p/properties/right/properties/right/items/type").asString())
        .isEqualTo("boolean");
  }

  @Test
  void oneRecordInTwoPlacesIsNotRecursive() {
    JsonNode schema = input("P a, P b, List<P> c", "public record P(long x) {}");
    assertThat(schema.at("/properties/c/items")).isEqualTo(schema.at("/properties/a"));
  }

  @Test
  void resultsOfAllKinds() {
    assertThat(output("Map<String, Long>"))
        .isEqualTo(
            JSON.readTree("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}"));
    assertThat(output("java.util.TreeMap<String, Object>"))
        .isEqualTo(JSON.readTree("{\"type\":\"object\",\"additionalProperties\":true}"));
    assertThat(output("R"))
        .isEqualTo(
            JSON.readTree(
                "{\"type\":\"object\",\"properties\":{\"count\":{\"type\":\"integer\","
                    + "\"description\":\"how many\"},\"note\":{\"type\":\"string\"}},"
                    + "\"required\":[\"count\"]}"));
    for (String none :
        new String[] {
          "Object",
          "String",
          "Integer",
          "List<R>",
          "ToolResult",
          "CallResult",
          "Content",
          "Content.Text",
          "java.util.concurrent.Future<R>",
          "long[]"
        }) {
      assertThat(compile("int a", none, RESULT).document("t").has("outputSchema"))
          .as(none)
          .isFalse();
    }
  }

  @Test
  void argumentsAndResultAreFoundThroughGenericParents() {
    JsonNode document =
        Compilation.of(
                output,
                Source.of(
                    "x.Base",
                    "package x;",
                    "import dev.talaria.api.*;",
                    "public abstract class Base<R, P> implements Named<P> {",
                    "  @Override public R call(P a, ToolContext c) { return make(a); }",
                    "  protected abstract R make(P a);",
                    "}"),
                Source.of(
                    "x.Named",
                    "package x;",
                    "interface Named<Q> extends dev.talaria.api.Tool<Q> {}"),
                Source.of(
                    "x.T",
                    "package x;",
                    "import dev.talaria.api.*;",
                    "import org.osgi.service.component.annotations.*;",
                    "@Component(service = Tool.class)",
                    "@ToolSpec(name = \"t\", toolset = \"s\", description = \"d\")",
                    "public class T extends Base<T.Out, T.In> {",
                    "  public record In(String in) {}",
                    "  public record Out(boolean out) {}",
                    "  @Override protected Out make(In a) { return new Out(true); }",
                    "}"))
            .document("t");
    assertThat(document.at("/inputSchema/required")).isEqualTo(JSON.readTree("[\"in\"]"));
    assertThat(document.at("/outputSchema/required")).isEqualTo(JSON.readTree("[\"out\"]"));
  }

  @Test
  void twoToolsInOneFile() {
    Compilation compilation =
        Compilation.of(
            output,
            Source.of(
                "x.Tools",
                "package x;",
                "import dev.talaria.api.*;",
                "import org.osgi.service.component.annotations.*;",
                "public final class Tools {",
                "  public record Args(String a) {}",
                "  @Component",
                "  @ToolSpec(name = \"one\", toolset = \"s\", description = \"d\")",
                "  public static final class One implements Tool<Args> {",
                "    @Activate public One(@Reference System.Logger.Level unused) {}",
                "    public Object call(Args a, ToolContext c) { return a; }",
                "  }",
                "  @Component",
                "  @ToolSpec(name = \"two-2\", toolset = \"s\", description = \"d\")",
                "  public record Two() implements Tool<Args> {",
                "    public Object call(Args a, ToolContext c) { return a; }",
                "  }",
                "}"));
    assertThat(compilation.messages()).isEmpty();
    assertThat(compilation.documents()).containsExactly("one.json", "two-2.json");
  }

  @Test
  void recordsFromAnotherJarKeepTheirAnnotations(@TempDir Path library) {
    Compilation.of(
        library,
        Source.of(
            "lib.Place",
            "package lib;",
            "import dev.talaria.api.*;",
            "public record Place(@Doc(\"degrees\") @Maximum(90) double lat,",
            "    @Default(\"x\") String name) {}"));
    JsonNode schema =
        Compilation.against(library, output, tool("lib.Place place", "Object", ""))
            .document("t")
            .at("/inputSchema/properties/place");
    assertThat(schema.at("/properties/lat"))
        .isEqualTo(
            JSON.readTree("{\"type\":\"number\",\"description\":\"degrees\",\"maximum\":90}"));
    assertThat(schema.at("/required")).isEqualTo(JSON.readTree("[\"lat\"]"));
  }

  @Test
  void waitsForTypesThatAnotherProcessorMakes() {
    Compilation compilation =
        Compilation.with(output, new ArgsMaker(), tool("Made made, Kind kind", "Made", ""));
    JsonNode document = compilation.document("t");
    assertThat(document.at("/inputSchema/properties/made/required"))
        .isEqualTo(JSON.readTree("[\"x\"]"));
    assertThat(document.at("/outputSchema/required")).isEqualTo(JSON.readTree("[\"x\"]"));
  }

  /** Makes what the tool uses, in the round after the first. */
  @SupportedAnnotationTypes("*")
  private static final class ArgsMaker extends AbstractProcessor {
    private boolean made;

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      if (!made) {
        made = true;
        make("Made", "package x; public record Made(long x) {}");
        make("Kind", "package x; public enum Kind { a }");
      }
      return false;
    }

    private void make(String name, String source) {
      try (Writer writer = processingEnv.getFiler().createSourceFile("x." + name).openWriter()) {
        writer.write(source);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final String RESULT =
      "public record R(@Doc(\"how many\") int count, Optional<String> note) {}";

  private void assertProperty(String component, String schema) {
    assertThat(input(component).at("/properties/a")).as(component).isEqualTo(JSON.readTree(schema));
  }

  private JsonNode input(String components, String... types) {
    return compile(components, "Object", types).document("t").at("/inputSchema");
  }

  private JsonNode output(String result) {
    return compile("int a", result, RESULT).document("t").at("/outputSchema");
  }

  private Compilation compile(String components, String result, String... types) {
    return Compilation.of(output, tool(components, result, "", types));
  }

  static Source tool(String components, String result, String more, String... types) {
    return Source.of(
        "x.T",
        "package x;",
        "import dev.talaria.api.*;",
        "import java.util.*;",
        "import org.osgi.service.component.annotations.Component;",
        "@Component",
        "@ToolSpec(name = \"t\", toolset = \"s\", description = \"d\"",
        more.isEmpty() ? ")" : "," + more + ")",
        "public final class T implements Tool<T.Args> {",
        "public record Args(",
        components,
        ") {}",
        String.join("\n", types),
        "@Override public " + result + " call(Args args, ToolContext context) { return null; }",
        "}");
  }

  static String head(String arguments) {
    return String.join(
        "\n",
        "package x;",
        "import dev.talaria.api.*;",
        "import java.util.*;",
        "import org.osgi.service.component.annotations.Component;",
        "@Component",
        "@ToolSpec(name = \"t\", toolset = \"s\", description = \"d\")",
        "public final class T implements Tool<" + arguments + "> {");
  }
}
