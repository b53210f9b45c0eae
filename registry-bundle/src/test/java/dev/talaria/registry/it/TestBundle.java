package dev.talaria.registry.it;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Builds the bundles of the tests, as the processor and bnd build those of authors. */
final class TestBundle {
  private final Manifest manifest = new Manifest();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private final StringBuilder capabilities = new StringBuilder();
  private final StringBuilder components = new StringBuilder();

  TestBundle(String symbolicName, String version) {
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", symbolicName);
    main.putValue("Bundle-Version", version);
    main.putValue("Import-Package", "dev.talaria.api,dev.talaria.api.hook,org.osgi.framework");
    main.putValue(
        "Require-Capability",
        "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.4.0)"
            + "(!(version>=2.0.0)))\"");
  }

  /** Adds a tool with its capability, document and component. */
  TestBundle tool(String name, String toolset, boolean override, Class<?> type) {
    capability(name, toolset, override, type);
    document(name, toolset, override);
    return component(name, toolset, override, type);
  }

  TestBundle capability(String name, String toolset, boolean override, Class<?> type) {
    separated(capabilities)
        .append(
            "dev.talaria.tool;dev.talaria.tool=%s;toolset=%s;override:String=%s;schema=\"OSGI-INF/tools/%s.json\";class=\"%s\""
                .formatted(name, toolset, override, name, type.getName()));
    return this;
  }

  TestBundle dynamic(String prefix) {
    separated(capabilities).append("dev.talaria.tools.dynamic;prefix=" + prefix);
    return this;
  }

  /** Adds a tool that names a probe and an overlay, either perhaps empty. */
  TestBundle accompanied(String name, String probe, String overlay, Class<?> type) {
    capability(name, name, false, type);
    entry(
        "OSGI-INF/tools/" + name + ".json",
        """
        {"name":"%1$s","toolset":"%1$s","description":"Test tool","override":false,
         "probe":"%2$s","overlay":"%3$s",
         "inputSchema":{"type":"object","properties":{"name":{"type":"string","default":"you"}}}}
        """
            .formatted(name, probe, overlay));
    return component(name, name, false, type);
  }

  /** Adds a component that is a hook, once for each configuration of it. */
  TestBundle configured(Class<?> service, String name, Class<?> type) {
    return companion(service, "it.note", name, type, "configuration-policy=\"require\"");
  }

  /** Adds a component that is a probe, an overlay or a hook. */
  TestBundle companion(Class<?> service, String property, String name, Class<?> type) {
    return companion(service, property, name, type, "");
  }

  private TestBundle companion(
      Class<?> service, String property, String name, Class<?> type, String attributes) {
    String path = "OSGI-INF/companion-" + name + ".xml";
    separated(components).append(path);
    entry(
        path,
        """
        <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="it.%1$s" configuration-pid="it.%1$s" %5$s>
          <implementation class="%2$s"/>
          <service><provide interface="%3$s"/></service>
          <property name="%4$s" value="%1$s"/>
        </scr:component>
        """
            .formatted(name, type.getName(), service.getName(), property, attributes));
    return type(type);
  }

  TestBundle document(String name, String toolset, boolean override) {
    return entry(
        "OSGI-INF/tools/" + name + ".json",
        """
        {"name":"%s","toolset":"%s","title":"","description":"Test tool","emoji":"","override":%s,
         "annotations":{},"timeout":"","maxResultChars":0,"requiresEnv":[],
         "inputSchema":{"type":"object","properties":{"name":{"type":"string","default":"you"}}}}
        """
            .formatted(name, toolset, override));
  }

  TestBundle component(String name, String toolset, boolean override, Class<?> type) {
    String path = "OSGI-INF/" + name + ".xml";
    separated(components).append(path);
    entry(
        path,
        """
        <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="%1$s" configuration-pid="it.%1$s">
          <implementation class="%2$s"/>
          <service><provide interface="dev.talaria.api.Tool"/></service>
          <property name="tool.name" value="%1$s"/>
          <property name="tool.toolset" value="%3$s"/>
          <property name="tool.override" type="Boolean" value="%4$s"/>
        </scr:component>
        """
            .formatted(name, type.getName(), toolset, override));
    return type(type);
  }

  /** Adds the class that others are nested in. */
  TestBundle nesting(Class<?> type) {
    return type(type);
  }

  private TestBundle type(Class<?> type) {
    add(type);
    for (Class<?> nested : type.getDeclaredClasses()) {
      add(nested);
    }
    return this;
  }

  private void add(Class<?> type) {
    String path = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
      entries.put(path, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TestBundle entry(String path, String text) {
    entries.put(path, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  private static StringBuilder separated(StringBuilder list) {
    return list.length() == 0 ? list : list.append(',');
  }

  InputStream build() {
    Attributes main = manifest.getMainAttributes();
    if (capabilities.length() > 0) {
      main.putValue("Provide-Capability", capabilities.toString());
    }
    if (components.length() > 0) {
      main.putValue("Service-Component", components.toString());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        jar.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
