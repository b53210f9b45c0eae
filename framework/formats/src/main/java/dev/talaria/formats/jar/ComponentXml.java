package dev.talaria.formats.jar;

import dev.talaria.formats.jar.ComponentDescription.Start;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads Declarative Services component descriptions. Takes every element named {@code component},
 * whatever its namespace: more than any runtime takes, since this is read to find what must not be.
 */
final class ComponentXml {
  private final String resource;
  private final XMLStreamReader xml;

  private ComponentXml(String resource, XMLStreamReader xml) {
    this.resource = resource;
    this.xml = xml;
  }

  static List<ComponentDescription> parse(String resource, byte[] content)
      throws InvalidManifestException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    // No document types: no external entities and no billion laughs.
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(content));
      try {
        return new ComponentXml(resource, xml).components();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      throw new InvalidManifestException(
          "its component description "
              + resource
              + " is no valid XML: "
              + e.getMessage().replaceAll("\\s+", " "),
          e);
    }
  }

  private List<ComponentDescription> components()
      throws XMLStreamException, InvalidManifestException {
    List<ComponentDescription> components = new ArrayList<>();
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw new InvalidManifestException(
            "its component description " + resource + " has a document type or an entity");
      }
      if (event == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("component")) {
        components.add(component());
      }
    }
    return components;
  }

  private ComponentDescription component() throws XMLStreamException {
    Optional<String> given = attribute("name");
    Optional<String> pids = attribute("configuration-pid");
    boolean ignores = attribute("configuration-policy").filter("ignore"::equals).isPresent();
    Start start = start();
    String name = given.orElse("");
    List<String> services = new ArrayList<>();
    Map<String, List<String>> properties = new HashMap<>();
    for (int depth = 1; depth > 0; ) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
        if (name.isEmpty() && xml.getLocalName().equals("implementation")) {
          name = attribute("class").orElse("");
        }
        if (xml.getLocalName().equals("provide")) {
          attribute("interface").ifPresent(services::add);
        }
        if (xml.getLocalName().equals("property")) {
          property(properties);
          depth--;
        }
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      }
    }
    List<String> configured = new ArrayList<>();
    if (pids.isPresent()) {
      for (String pid : pids.get().strip().split("\\s+")) {
        configured.add(pid.equals("$") ? name : pid);
      }
    } else if (!ignores) {
      configured.add(name);
    }
    return new ComponentDescription(resource, name, configured, services, start, properties);
  }

  private Start start() {
    if (attribute("enabled").filter("false"::equals).isPresent()
        || attribute("factory").isPresent()) {
      return Start.BY_CODE;
    }
    return attribute("configuration-policy").filter("require"::equals).isPresent()
        ? Start.CONFIGURED
        : Start.BY_ITSELF;
  }

  /** Reads a property to the end of its element: one value, or one in each line of its body. */
  private void property(Map<String, List<String>> properties) throws XMLStreamException {
    Optional<String> name = attribute("name");
    Optional<String> value = attribute("value");
    StringBuilder body = new StringBuilder();
    for (int depth = 1; depth > 0; ) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (xml.isCharacters()) {
        body.append(xml.getText());
      }
    }
    List<String> values =
        value
            .map(List::of)
            .orElseGet(
                () ->
                    body.toString().lines().map(String::strip).filter(l -> !l.isEmpty()).toList());
    name.ifPresent(known -> properties.put(known, values));
  }

  private Optional<String> attribute(String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name)) {
        return Optional.of(xml.getAttributeValue(i).strip());
      }
    }
    return Optional.empty();
  }
}
