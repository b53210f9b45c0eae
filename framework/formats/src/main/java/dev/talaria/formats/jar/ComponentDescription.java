package dev.talaria.formats.jar;

import java.util.List;

/**
 * What matters of a Declarative Services component description.
 *
 * @param resource the XML file it stands in
 * @param name of the component
 * @param configurationPids that configure it; the name when the file gives none, empty if it takes
 *     no configuration
 * @param services interfaces that it is published under
 */
public record ComponentDescription(
    String resource, String name, List<String> configurationPids, List<String> services) {
  public ComponentDescription {
    configurationPids = List.copyOf(configurationPids);
    services = List.copyOf(services);
  }
}
