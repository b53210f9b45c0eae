package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import aQute.bnd.header.Parameters;
import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Domain;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Resource;
import dev.talaria.processor.Compilation.Source;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What bnd, with which authors build, makes of {@code @ToolSpec}: capability and service properties
 * agree with the document of the processor, whatever is in the texts.
 */
class ManifestTest {
  private static final String AWKWARD =
      "He said \"hi\", it's ok; a=b:=c, ${x} ${#name} \\ <tag/> &amp; ⛅ %d";

  @TempDir Path output;

  @Test
  void aToolThatSaysLittle() throws Exception {
    build("");
    try (Builder bnd = analyze()) {
      assertThat(capabilities(bnd))
          .containsExactly(
              Map.of(
                  "dev.talaria.tool", "get_it",
                  "toolset", "a-b_1",
                  "override", "false",
                  "schema", "OSGI-INF/tools/get_it.json",
                  "class", "x.GetIt"));
      assertThat(properties(bnd))
          .containsAllEntriesOf(
              Map.of(
                  "tool.name", "get_it",
                  "tool.toolset", "a-b_1",
                  "tool.override", "false",
                  "tool.description", AWKWARD,
                  "tool.timeout", ""));
    }
  }

  @Test
  void aToolThatSaysAll() throws Exception {
    build(
        "title = \"\\\"T\\\"\", emoji = \"⛅\", override = true, readOnly = true,"
            + " destructive = false, idempotent = true, openWorld = false, timeout = \"1s\","
            + " requiresEnv = {\"A\", \"B\"}, maxResultChars = 5,");
    try (Builder bnd = analyze()) {
      assertThat(capabilities(bnd))
          .singleElement()
          .satisfies(
              capability ->
                  assertThat(capability)
                      .containsEntry("override", "true")
                      .containsEntry("dev.talaria.tool", "get_it")
                      .hasSize(5));
      assertThat(properties(bnd))
          .containsAllEntriesOf(
              Map.of(
                  "tool.title", "\"T\"",
                  "tool.override", "true",
                  "tool.requiresEnv", "A\nB",
                  "tool.description", AWKWARD));
    }
  }

  private void build(String more) {
    Compilation.of(
            output,
            Source.of(
                "x.GetIt",
                "package x;",
                "import dev.talaria.api.*;",
                "import org.osgi.service.component.annotations.Component;",
                "@Component",
                "@ToolSpec(name = \"get_it\", toolset = \"a-b_1\"," + more,
                "  description = \"" + AWKWARD.replace("\\", "\\\\").replace("\"", "\\\"") + "\")",
                "public final class GetIt implements Tool<GetIt.Args> {",
                "  public record Args(String a) {}",
                "  public Object call(Args args, ToolContext context) { return args; }",
                "}"))
        .document("get_it");
  }

  private Builder analyze() throws Exception {
    Builder bnd = new Builder();
    bnd.setJar(new Jar(output.toFile()));
    for (String entry : Compilation.AUTHORS_PATH) {
      bnd.addClasspath(new File(entry));
    }
    bnd.setBundleSymbolicName("x");
    bnd.build();
    assertThat(bnd.getErrors()).isEmpty();
    assertThat(bnd.getWarnings()).isEmpty();
    return bnd;
  }

  private static List<Map<String, String>> capabilities(Builder bnd) throws Exception {
    Parameters all = Domain.domain(bnd.getJar().getManifest()).getProvideCapability();
    return all.stream()
        .filterKey(namespace -> namespace.startsWith("dev.talaria.tool"))
        .values()
        .<Map<String, String>>map(attributes -> new TreeMap<>(attributes))
        .toList();
  }

  private static Map<String, String> properties(Builder bnd) throws Exception {
    Resource xml = bnd.getJar().getResource("OSGI-INF/x.GetIt.xml");
    Map<String, String> properties = new TreeMap<>();
    try (InputStream in = xml.openInputStream()) {
      Document document =
          DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(in);
      NodeList elements = document.getElementsByTagName("property");
      for (int i = 0; i < elements.getLength(); i++) {
        Element element = (Element) elements.item(i);
        String value =
            element.hasAttribute("value")
                ? element.getAttribute("value")
                : element.getTextContent().strip();
        properties.put(element.getAttribute("name"), value);
      }
    }
    return properties;
  }
}
