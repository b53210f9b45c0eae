package dev.talaria.processor;

import static dev.talaria.processor.DocumentTest.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.processor.Compilation.Source;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written wrong is an error at its line, and nothing is written for that tool. */
class DiagnosticsTest {
  @TempDir Path output;

  @Nested
  @DisplayName("values of @ToolSpec")
  class Values {
    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a b", "_a", "täst", "a.b"})
    void badName(String name) {
      assertOnly(
          spec("name = \"" + name + "\", toolset = \"s\", description = \"d\""),
          "name = \"" + name + "\",",
          "'"
              + name
              + "' is no tool name: write 1 to 64 of A-Z a-z 0-9 _ -, starting with a letter");
    }

    @Test
    void nameOf65Characters() {
      assertOnly(
          spec("name = \"" + "a".repeat(65) + "\", toolset = \"s\", description = \"d\""),
          "name =",
          "is no tool name");
      assertThat(
              Compilation.of(
                      output,
                      spec(
                          "name = \""
                              + "a".repeat(64)
                              + "\", toolset = \"s\", description = \"d\""))
                  .messages())
          .isEmpty();
    }

    @Test
    void reservedName() {
      assertOnly(
          spec("name = \"mcp__x\", toolset = \"s\", description = \"d\""),
          "name =",
          "names with mcp__ are reserved for tools of MCP servers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Weather", "a b", "-a", "ü"})
    void badToolset(String toolset) {
      assertOnly(
          spec("name = \"t\", toolset = \"" + toolset + "\", description = \"d\""),
          "toolset =",
          "'" + toolset + "' is no toolset: write 1 to 64 of a-z 0-9 _ -");
    }

    @Test
    void reservedToolset() {
      assertOnly(
          spec("name = \"t\", toolset = \"mcp-x\", description = \"d\""),
          "toolset =",
          "toolsets with mcp- are reserved for MCP servers");
    }

    @Test
    void blankDescription() {
      assertOnly(
          spec("name = \"t\", toolset = \"s\", description = \" \\n\""),
          "description =",
          "the description is blank; write what the tool does and when to use it");
    }

    @Test
    void unprintableDescription() {
      assertOnly(
          spec("name = \"t\", toolset = \"s\", description = \"a\\7\""),
          "description =",
          "description contains the character U+0007, which XML cannot carry; take it out");
    }

    @Test
    void blankTitle() {
      assertOnly(spec(VALID, "title = \" \""), "title =", "the title is blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"30", "s", "0s", "-1s", "1 s", "1d", "1.5s", "00m", "1234567890s"})
    void badTimeout(String timeout) {
      assertOnly(
          spec(VALID, "timeout = \"" + timeout + "\""),
          "timeout =",
          "'" + timeout + "' is no time: write a number above 0 and ms, s, m or h, such as 30s");
    }

    @Test
    void badResultLength() {
      assertOnly(
          spec(VALID, "maxResultChars = -2"), "maxResultChars =", "write a number of characters");
    }

    @Test
    void badEnvironmentVariable() {
      assertOnly(
          spec(VALID, "requiresEnv = {\"A\", \"B-C\"}"),
          "requiresEnv =",
          "'B-C' is no environment variable");
    }

    @Test
    void readOnlyAndDestructive() {
      assertOnly(
          spec(VALID, "readOnly = true,\n destructive = true"),
          "destructive = true",
          "readOnly and destructive exclude each other");
      assertThat(
              Compilation.of(output, spec(VALID, "readOnly = true, destructive = false"))
                  .messages())
          .isEmpty();
    }

    @Test
    void severalMistakesAreSaidAtOnce() {
      assertThat(
              Compilation.of(output, spec("name = \"!\",\n toolset = \"!\",\n description = \"\""))
                  .messages())
          .hasSize(3);
    }

    private static final String VALID = "name = \"t\", toolset = \"s\", description = \"d\"";

    /** One value a line, so that the line tells which value is blamed. */
    private Source spec(String... values) {
      return Source.of(
          "x.T",
          "package x;",
          "import dev.talaria.api.*;",
          "import org.osgi.service.component.annotations.Component;",
          "@Component",
          "@ToolSpec(",
          String.join(",\n", values).replace("\", ", "\",\n"),
          ")",
          "public final class T implements Tool<T.Args> {",
          "  public record Args() {}",
          "  @Override public Object call(Args args, ToolContext context) { return args; }",
          "}");
    }
  }

  @Nested
  @DisplayName("the class")
  class TheClass {
    @Test
    void noComponent() {
      assertOnly(
          type("", "public final class T implements Tool<T.Args> {"),
          "public final class T",
          "the tool is no component; write @Component"
              + " (org.osgi.service.component.annotations.Component) beside @ToolSpec");
    }

    @Test
    void noTool() {
      assertOnly(
          type("@Component(service = Tool.class)", "public final class T {"),
          "public final class T",
          "T implements no Tool; write implements Tool<T.Args>");
    }

    @Test
    void rawTool() {
      Compilation compilation =
          Compilation.of(
              output,
              Source.of(
                  "x.T",
                  HEAD,
                  "@Component",
                  "@SuppressWarnings(\"rawtypes\")",
                  "public final class T implements Tool {",
                  "  public Object call(Object a, ToolContext c) { return a; }",
                  "}"));
      assertOnly(compilation, "public final class T", "write Tool<Args> with a record Args");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = ';',
        value = {
          "String; String",
          "Object; Object",
          "List<String>; List<String>",
          "Map<String, String>; Map<String, String>",
          "Void; Void"
        })
    void argumentsThatAreNoRecord(String type, String shown) {
      assertOnly(
          type(
              "@Component",
              "public final class T implements Tool<" + type + "> {",
              "  public Object call(" + type + " a, ToolContext c) { return a; }"),
          "public final class T",
          shown + " cannot hold the arguments; write a record whose components are the parameters");
    }

    @Test
    void argumentsAsAnArrayOrATypeVariable() {
      assertOnly(
          type(
              "@Component",
              "public final class T implements Tool<String[]> {",
              "  public Object call(String[] a, ToolContext c) { return a; }"),
          "public final class T",
          "String[] cannot hold the arguments");
      assertThat(
              Compilation.of(
                      output,
                      type(
                          "@Component",
                          "public final class T<A> implements Tool<A> {",
                          "  public Object call(A a, ToolContext c) { return a; }"))
                  .messages())
          .singleElement()
          .asString()
          .contains("a tool has no type parameters", "A cannot hold the arguments");
    }

    @Test
    void abstractClass() {
      assertOnly(
          type("@Component", "public abstract class T implements Tool<T.Args> {"),
          "public abstract class T",
          "an abstract class is no tool; put @ToolSpec on the classes that extend it");
    }

    @Test
    void interfaceAndEnum() {
      assertOnly(
          type("@Component", "public interface T extends Tool<T.Args> {"),
          "public interface T",
          "T cannot be a tool: write a class");
      assertOnly(
          type(
              "@Component",
              "public enum T implements Tool<T.Args> {",
              "; public Object call(Args a, ToolContext c) { return a; }"),
          "public enum T",
          "T cannot be a tool: write a class");
    }

    @Test
    void innerClass() {
      assertOnly(
          Source.of(
              "x.Outer",
              HEAD.replace("@ToolSpec", "public class Outer {\n@Component @ToolSpec"),
              "  public final class Inner implements Tool<Args> {",
              "    public Object call(Args a, ToolContext c) { return a; }",
              "  }",
              "  public record Args() {}",
              "}"),
          "public final class Inner",
          "an inner class needs an object of the outer one; write static, or a class of its own");
    }

    @Test
    void classThatIsNotPublic() {
      assertOnly(
          type("@Component", "final class T implements Tool<T.Args> {", CALL),
          "final class T",
          "T must be public for the component runtime; write public");
      assertOnly(
          Source.of(
              "x.Outer",
              HEAD.replace("@ToolSpec", "class Outer {\n@Component @ToolSpec"),
              "  public static final class Nested implements Tool<Args> {",
              "    public Object call(Args a, ToolContext c) { return a; }",
              "  }",
              "  public record Args() {}",
              "}"),
          "public static final class Nested",
          "Outer must be public for the component runtime; write public");
    }

    @Test
    void noConstructorThatCanBeUsed() {
      String message = "no constructor can be used; write a public one without parameters";
      String head = "public final class T implements Tool<T.Args> {";
      assertOnly(type("@Component", head, CALL, "public T(int a) {}"), head, message);
      assertOnly(type("@Component", head, CALL, "private T() {}"), head, message);
      assertOnly(
          type("@Component", head, CALL, "@Activate T(ToolRegistry r) {}"),
          "@Activate T(ToolRegistry r) {}",
          "the constructor with @Activate must be public");
      assertOnly(
          type(
              "@Component",
              head,
              CALL,
              "@Activate public T(ToolRegistry r) {}",
              "@Activate public T() {}"),
          head,
          "only one constructor can be used");
    }

    @Test
    void componentThatIsNotPublishedAsATool() {
      String message = "the component is not published as a Tool; write @Component(service";
      assertOnly(
          type(
              "@Component(service = Runnable.class)",
              "public final class T implements Tool<T.Args>, Runnable {",
              CALL,
              "public void run() {}"),
          "@Component(service = Runnable.class)",
          message);
      assertOnly(
          Compilation.of(
              output,
              type("@Component", "public final class T extends Base {"),
              Source.of(
                  "x.Base",
                  "package x;",
                  "import dev.talaria.api.*;",
                  "public abstract class Base implements Tool<T.Args> {",
                  "  public Object call(T.Args a, ToolContext c) { return a; }",
                  "}")),
          "@Component",
          message);
    }

    @Test
    void propertiesThatBelongToTheSpec() {
      assertOnly(
          type(
              "@Component(property = {\"a=b\", \"tool.name=other\"})",
              "public final class T implements Tool<T.Args> {",
              CALL),
          "@Component(property = {\"a=b\", \"tool.name=other\"})",
          "properties that begin with tool. come from @ToolSpec; take 'tool.name=other' out");
    }

    @Test
    void twoToolsOfOneName() {
      Compilation compilation =
          Compilation.of(
              output,
              type("@Component", "public final class T implements Tool<T.Args> {", CALL),
              Source.of(
                  "x.U",
                  HEAD.replace("\"t\"", "\"T\""),
                  "@Component",
                  "public final class U implements Tool<T.Args> {",
                  "  public Object call(T.Args a, ToolContext c) { return a; }",
                  "}"));
      assertThat(compilation.messages())
          .containsExactly(
              "@ToolSpec(name = \"T\", toolset = \"s\", description = \"d\") | the name T is taken by"
                  + " x.T; give one of the two another name");
    }

    private static final String HEAD =
        String.join(
            "\n",
            "package x;",
            "import dev.talaria.api.*;",
            "import java.util.*;",
            "import org.osgi.service.component.annotations.*;",
            "@ToolSpec(name = \"t\", toolset = \"s\", description = \"d\")");

    private static final String CALL = "public Object call(Args a, ToolContext c) { return a; }";

    private Source type(String component, String head, String... members) {
      return Source.of(
          "x.T",
          HEAD,
          component,
          head,
          String.join("\n", members),
          "public record Args(String a) {}",
          "}");
    }
  }

  @Nested
  @DisplayName("components of records")
  class Components {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "java.time.MonthDay a | MonthDay is not supported here: write Instant, OffsetDateTime,",
          "java.time.Year a | Year is not supported here: write int",
          "Date a | Date is not supported here: write java.time.Instant, or LocalDate for a day",
          "java.net.URL a | URL is not supported here: write java.net.URI",
          "java.io.File a | File is not supported here: write java.nio.file.Path",
          "Currency a | Currency is not supported here: write String and say the format in @Doc, or",
          "Content a | Content is not supported here: it belongs to the runtime and is no data",
          "ToolContext a | ToolContext is not supported here: it belongs to the runtime",
          "char a | char is not supported here: write String with @Length(min = 1, max = 1)",
          "Character a | Character is not supported here: write String with @Length(min = 1",
          "char[] a | char[] is not supported here: write String, or byte[] for what is no text",
          "Number a | Number is not supported here: write double, long, BigDecimal or",
          "ArrayList<String> a | ArrayList<String> is not supported here: write List, Set, Coll",
          "SortedMap<String, String> a | SortedMap<String, String> is not supported here: write List",
          "Iterable<String> a | Iterable<String> is not supported here: write List, Set, Coll",
          "List<Optional<String>> a | Optional<String> is not supported here: only a record",
          "Optional<OptionalInt> a | OptionalInt is not supported here: only a record component",
          "Map<Integer, String> a | Map<Integer, String> is not supported: names in JSON are",
          "Bean a | Bean is not supported here: write a record with the same parts",
          "Marker a | Marker is not supported here: write a record with the same parts",
          "Kind a | Kind permits Bad, which is no record; write records, or sealed interfaces of",
          "Base a | Base is not supported here: write a sealed interface whose permitted types are",
          "Twins a | Some in Twins is both x.T.Some and x.T.Other; write @TypeName on one of them",
          "Odd<String> a | Odd<String> does not tell what Q is in its record OddOne<Q>; give the",
          "None a | the enum None has no constants; write at least one",
          "Node a | Node needs another Node in itself, without end; write Optional<Node> or",
          "Left a | Left needs another Left in itself, without end; write Optional<Left> or List<",
          "Tree a | Tree needs another Tree in itself, without end; write Optional<Tree> or List<",
          "Grow<String> a | this type grows without end: Grow<String> -> Grow<List<String>> -> Grow",
          "Typed a | in a record of the sealed Typed no component can be called type, because",
          "Oddly a | @TypeName: 'a b' is no such name: write 1 to 64 of A-Z a-z 0-9 . _ -",
        })
    void unsupportedTypes(String component, String message) {
      assertOnly(
          tool(
              component,
              "Object",
              "",
              "public static class Bean {}",
              "public interface Marker {}",
              "public sealed interface Kind {}",
              "public static final class Bad implements Kind {}",
              "public sealed static abstract class Base {}",
              "public static final class Derived extends Base {}",
              "public sealed interface Twins {}",
              "public record Some() implements Twins {}",
              "@TypeName(\"Some\") public record Other() implements Twins {}",
              "public sealed interface Odd<O> {}",
              "public record OddOne<Q>(Q q) implements Odd<String> {}",
              "public sealed interface Typed {}",
              "public record One(",
              "String type) implements Typed {}",
              "public sealed interface Oddly {}",
              "@TypeName(\"a b\")",
              "public record Two() implements Oddly {}",
              "public sealed interface Tree {}",
              "public record Branch(Tree left, Tree right) implements Tree {}",
              "public enum None {}",
              "public record Node(@Items(min = 1) List<Node> nodes) {}",
              "public record Left(Right right) {}",
              "public record Right(Left left) {}",
              "public record Grow<G>(Optional<Grow<List<G>>> more) {}"),
          switch (component) {
            case "Typed a" -> "String type) implements Typed {}";
            case "Oddly a" -> "@TypeName";
            case "Grow<String> a" -> "public record Grow<G>(Optional<Grow<List<G>>> more) {}";
            default -> component;
          },
          message);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "List a | List does not say what it holds; write for example List<String>",
          "Map a | Map does not say what it holds; write for example Map<String, Object>",
          "Optional a | Optional does not say what it holds; write for example Optional<String>",
        })
    void rawTypes(String component, String message) {
      // The compiler warns of raw types too.
      assertThat(Compilation.of(output, tool(component, "Object", "")).messages())
          .anySatisfy(said -> assertThat(said).startsWith(component).contains(message));
      assertThat(Compilation.of(output, tool(component, "Object", "")).documents()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '\u0000',
        value = {
          "@Minimum(1) String a | @Minimum does not fit String: it is for numbers",
          "@Maximum(1) boolean a | @Maximum does not fit boolean: it is for numbers",
          "@Minimum(1) List<Long> a | @Minimum does not fit List<Long>: it is for numbers",
          "@Length(max = 1) int a | @Length does not fit int: it is for strings",
          "@Length(max = 1) List<String> a | @Length does not fit List<String>: it is for strings",
          "@Length(max = 1) E a | @Length does not fit E: it is for strings",
          "@Pattern(\"x\") double a | @Pattern does not fit double: it is for strings; take it away",
          "@Items(max = 1) String a | @Items does not fit String: it is for lists, sets and arrays",
          "@Items(max = 1) Map<String, String> a | @Items does not fit Map<String, String>",
          "@Minimum(2) @Maximum(1) int a | @Minimum is more than @Maximum, so nothing fits",
          "@Minimum(.2) @Maximum(.1) double a | @Minimum is more than @Maximum, so nothing fits",
          "@Minimum(1.5) int a | @Minimum of int must be a whole number, not 1.5",
          "@Maximum(1e10) int a | @Maximum is more than int can hold: 10000000000; take it away",
          "@Minimum(0.0 / 0) double a | @Minimum must be a number, not NaN; or take it away",
          "@Length(min = 2, max = 1) String a | @Length: min is more than max, so nothing fits",
          "@Items(min = 2, max = 1) Set<Long> a | @Items: min is more than max, so nothing fits",
          "@Length(min = -1) String a | min of @Length is negative; write 0 or more",
          "@Pattern(\"(\") String a | @Pattern: '(' is no regular expression",
          "@Pattern(\"(?i)a\") String a | @Pattern: '(?i' in '(?i)a' means something else",
          "@Pattern(\"a*+\") String a | @Pattern: '*+' in 'a*+' means something else to clients",
          "@Pattern(\"[a&&b]\") String a | @Pattern: '&&' in '[a&&b]' means something else",
          "@Pattern(\"\\\\Aa\") String a | @Pattern: '\\A' in '\\Aa' means something else",
          "@Doc(\" \") String a | @Doc is blank; write what a means, or leave @Doc out",
          "@Title(\"\") String a | @Title is blank; write what a is called for people, or leave",
          "@Length(max = 1) UUID a | @Length does not fit UUID: it is for strings",
          "@Pattern(\"x\") java.time.Instant a | @Pattern does not fit Instant: it is for strings",
          "@Format(\"date\") java.time.Instant a | @Format does not fit Instant: it is for String",
          "@Format(\"date\") int a | @Format does not fit int: it is for String and URI (dates,",
          "@Format(\"phone\") String a | @Format: 'phone' is none of email, idn-email, hostname,",
          "@Example({}) String a | @Example shows nothing; write a value, or leave it out",
          "@Example({\"1\", \"x\"}) int a | @Example does not fit int: 'x' is no JSON at position 0",
          "@Example(\"c\") E a | @Example does not fit E: \"c\" is not one of a",
          "@Example(\"{}\") K a | @Example does not fit K: 'type' must be one of Leaf, fork",
          "@Example(\"{\\\"type\\\":\\\"Leaf\\\"}\") K a | @Example does not fit K: 'size' is missing",
        })
    void constraints(String component, String message) {
      assertOnly(
          tool(
              component,
              "Object",
              "",
              "public enum E { a }",
              "public sealed interface K {}",
              "public record Leaf(long size) implements K {}",
              "@TypeName(\"fork\") public record Fork(List<K> tines) implements K {}"),
          component,
          message);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '\u0000',
        value = {
          "@Default(\"x\") int a | @Default does not fit int: 'x' is no JSON at position 0",
          "@Default(\"1.5\") int a | @Default does not fit int: 1.5 is not a whole number",
          "@Default(\"3000000000\") int a | 3000000000 is more than the type can hold",
          "@Default(\"\") int a | '' is no JSON at position 0: a value was expected",
          "@Default(\"1 2\") int a | '1 2' is no JSON at position 2: nothing more was expected",
          "@Default(\"null\") int a | null is no value; write Optional for what may be absent",
          "@Default(\"TRUE\") boolean a | @Default does not fit boolean: 'TRUE' is no JSON",
          "@Default(\"1\") boolean a | @Default does not fit boolean: 1 is not true or false",
          "@Default(\"true\") double a | @Default does not fit double: true is not a number",
          "@Default(\"z\") E a | @Default does not fit E: \"z\" is not one of a, b",
          "@Default(\"a\") List<String> a | @Default does not fit List<String>: 'a' is no JSON",
          "@Default(\"[1]\") List<String> a | @Default does not fit List<String>: 1 is not a string",
          "@Default(\"[1,1]\") Set<Long> a | @Default does not fit Set<Long>: an element is there",
          "@Default(\"[]\") Map<String, Long> a | [] is not an object",
          "@Default(\"{\\\"x\\\":true}\") Map<String, Long> a | true is not a whole number",
          "@Default(\"{}\") P a | @Default does not fit P: 'x' is missing",
          "@Default(\"{\\\"y\\\":1}\") P a | @Default does not fit P: there is no 'y' in it",
          "@Default(\"0\") @Minimum(1) int a | @Default does not fit int: 0 is less than 1",
          "@Default(\"2\") @Maximum(1.5) double a | @Default does not fit double: 2 is more than 1.5",
          "@Default(\"ab\") @Length(max = 1) String a | 2 characters are more than 1",
          "@Default(\"b\") @Pattern(\"^a\") String a | 'b' does not match ^a",
          "@Default(\"[]\") @Items(min = 1) List<E> a | 0 elements are less than 1",
          "@Default(\"now\") java.time.Instant a | 'now' is not a time with Z or offset",
          "@Default(\"2026-02-30\") java.time.LocalDate a | '2026-02-30' is not a date such as",
          "@Default(\"1h\") java.time.Duration a | '1h' is not a duration such as PT1H30M",
          "@Default(\"x\") UUID a | @Default does not fit UUID: 'x' is not a UUID",
          "@Default(\"a b\") java.net.URI a | @Default does not fit URI: 'a b' is not a URI",
          "@Default(\"Mars/X\") java.time.ZoneId a | 'Mars/X' is not a time zone such as",
          "@Default(\"en_US!\") Locale a | 'en_US!' is not a language tag such as fr-CH",
          "@Default(\"?\") byte[] a | @Default does not fit byte[]: '?' is not Base64",
          "@Default(\"{\\\"c\\\":1}\") Map<E, Long> a | \"c\" is not one of a, b",
          "@Default(\"x\") Optional<String> a | @Default and Optional together: with a default",
          "@Default(\"1\") OptionalInt a | @Default and Optional together: with a default the",
        })
    void defaults(String component, String message) {
      assertOnly(
          tool(component, "Object", "", "public enum E { a, b }", "public record P(long x) {}"),
          component,
          message);
    }

    @Test
    void textsOfTypesAndConstants() {
      assertThat(
              Compilation.of(
                      output,
                      tool(
                          "E e, P p",
                          "Object",
                          "",
                          "public enum E {",
                          "@Doc(\"\") a }",
                          "@Doc(\"\")",
                          "public record P() {}"))
                  .messages())
          .containsExactlyInAnyOrder(
              "@Doc(\"\") a } | @Doc is blank; write what a means, or leave @Doc out",
              "@Doc(\"\") | @Doc is blank; write what P means, or leave @Doc out");
    }

    @Test
    void theResultIsCheckedToo() {
      assertOnly(
          tool("int a", "R", "", "public record R(", "java.time.Year year", ") {}"),
          "java.time.Year year",
          "Year is not supported here");
      assertOnly(
          tool("int a", "Map<String, Thread>", ""),
          "public final class T",
          "Thread is not supported here");
      assertOnly(
          tool("int a", "R", "", "public record R(", "R more", ") {}"),
          "public final class T",
          "R needs another R in itself, without end");
    }
  }

  @Test
  void whatIsWrongInAnotherJarIsSaidAtTheTool(@TempDir Path library) {
    Compilation.of(
        library,
        Source.of(
            "lib.Event",
            "package lib;",
            "public record Event(java.time.Year at, Deep deep) {",
            "  public record Deep(@dev.talaria.api.Minimum(1) String text) {}",
            "}"));
    Compilation compilation =
        Compilation.against(library, output, tool("lib.Event event", "Object", ""));
    assertThat(compilation.messages())
        .singleElement()
        .asString()
        .startsWith("public final class T")
        .contains("lib.Event.at: Year is not supported here", "@Minimum does not fit String");
  }

  @Test
  void whatTheCompilerReportsIsNotReportedTwice() {
    for (String component :
        List.of(
            "Missing a", "List<Missing> a", "@Minimum(MISSING) int a", "@Default(MISSING) int a")) {
      Compilation compilation = Compilation.of(output, tool(component, "Object", ""));
      assertThat(compilation.messages())
          .as(component)
          .isNotEmpty()
          .allSatisfy(message -> assertThat(message).contains("cannot find symbol"));
      assertThat(compilation.documents()).isEmpty();
    }
    assertThat(Compilation.of(output, tool("int a", "Missing", "")).messages())
        .allSatisfy(message -> assertThat(message).contains("cannot find symbol"));
  }

  @Test
  void oneWrongToolDoesNotTouchAnother() {
    Compilation compilation =
        Compilation.of(
            output,
            tool("char a", "Object", ""),
            Source.of(
                "x.Good",
                "package x;",
                "import dev.talaria.api.*;",
                "import org.osgi.service.component.annotations.*;",
                "@Component",
                "@ToolSpec(name = \"good\", toolset = \"s\", description = \"d\")",
                "public final class Good implements Tool<Good.Args> {",
                "  public record Args() {}",
                "  public Object call(Args a, ToolContext c) { return a; }",
                "}"));
    assertThat(compilation.messages()).hasSize(1);
    assertThat(compilation.documents()).containsExactly("good.json");
  }

  private void assertOnly(Source source, String line, String message) {
    assertOnly(Compilation.of(output, source), line, message);
  }

  private static void assertOnly(Compilation compilation, String line, String message) {
    assertThat(compilation.messages())
        .singleElement()
        .asString()
        .startsWith(line)
        .contains(" | ")
        .contains(message);
    assertThat(compilation.documents()).isEmpty();
  }
}
