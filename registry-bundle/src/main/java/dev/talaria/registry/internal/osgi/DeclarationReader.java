package dev.talaria.registry.internal.osgi;

import dev.talaria.api.ToolSpec;
import dev.talaria.pipeline.CheckedDocument;
import dev.talaria.pipeline.InvalidToolDocumentException;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.osgi.DeclaredTools.DeclaredTool;
import dev.talaria.registry.internal.tool.Placeholder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import tools.jackson.databind.json.JsonMapper;

/** Reads what a bundle declares, without resolving it and without loading one of its classes. */
final class DeclarationReader {
  /** The capability by which a bundle asks to register names that are known only at run time. */
  static final String DYNAMIC_NAMESPACE = "dev.talaria.tools.dynamic";

  private static final int SHORTEST_PREFIX = 3;

  private final JsonMapper mapper;

  DeclarationReader(JsonMapper mapper) {
    this.mapper = mapper;
  }

  DeclaredTools read(Bundle bundle) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    if (revision == null) {
      return DeclaredTools.NONE;
    }
    Map<String, DeclaredTool> tools = new HashMap<>();
    List<String> problems = new ArrayList<>();
    for (BundleCapability capability : revision.getDeclaredCapabilities(ToolSpec.NAMESPACE)) {
      Map<String, Object> said = capability.getAttributes();
      if (!(said.get(ToolSpec.NAMESPACE) instanceof String name)) {
        problems.add("a capability " + ToolSpec.NAMESPACE + " has no name");
        continue;
      }
      DeclaredTool tool = tool(bundle, name, said);
      if (tools.putIfAbsent(name, tool) != null) {
        tools.put(name, faulty(name, said, "the manifest declares " + name + " twice"));
      }
    }
    return new DeclaredTools(tools, prefixes(revision, problems), problems);
  }

  private DeclaredTool tool(Bundle bundle, String name, Map<String, Object> said) {
    String path = text(said, "schema");
    if (path.isEmpty()) {
      return faulty(name, said, "its capability in the manifest names no schema resource");
    }
    URL resource = bundle.getEntry(path);
    if (resource == null) {
      return faulty(
          name,
          said,
          "the bundle has no "
              + path
              + ", which its manifest names: build it with the annotation processor"
              + " dev.talaria:processor");
    }
    ToolDocument document;
    try (InputStream in = resource.openStream()) {
      document =
          CheckedDocument.read(
                  name,
                  text(said, "toolset"),
                  "true".equals(text(said, "override")),
                  in.readNBytes(ToolDocument.MAX_BYTES + 1),
                  mapper)
              .document();
    } catch (InvalidToolDocumentException e) {
      return faulty(name, said, path + " in the bundle cannot be used: " + e.getMessage());
    } catch (IOException e) {
      return faulty(name, said, path + " in the bundle cannot be read: " + e.getMessage());
    }
    return new DeclaredTool(document, text(said, "class"), Optional.empty());
  }

  private static DeclaredTool faulty(String name, Map<String, Object> said, String fault) {
    return new DeclaredTool(
        Placeholder.document(name, text(said, "toolset"), "true".equals(text(said, "override"))),
        text(said, "class"),
        Optional.of(fault));
  }

  private static List<String> prefixes(BundleRevision revision, List<String> problems) {
    List<String> prefixes = new ArrayList<>();
    for (BundleCapability capability : revision.getDeclaredCapabilities(DYNAMIC_NAMESPACE)) {
      Object said = capability.getAttributes().getOrDefault("prefix", "");
      Collection<?> all = said instanceof Collection<?> many ? many : List.of(String.valueOf(said));
      for (Object each : all) {
        String prefix = String.valueOf(each);
        if (prefix.length() >= SHORTEST_PREFIX
            && prefix.endsWith("_")
            && !prefix.startsWith("mcp_")) {
          prefixes.add(prefix);
        } else {
          problems.add(
              "the capability "
                  + DYNAMIC_NAMESPACE
                  + " has the prefix '"
                  + prefix
                  + "': it must have 3 characters or more, end in _ and not begin with mcp_");
        }
      }
    }
    return prefixes;
  }

  private static String text(Map<String, Object> said, String key) {
    return said.get(key) instanceof String text ? text : "";
  }
}
