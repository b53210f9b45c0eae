package dev.talaria.formats.jar;

import java.util.List;

/**
 * What matters of a Declarative Services component description.
 *
 * @param resource the XML file it stands in
 * @param name of the component
 * @param configurationPids that configure it; the name when the file gives none, empty if it takes
 *     no configuration
 */
public record ComponentDescription(String resource, String name, List<String> configurationPids) {
  public ComponentDescription {
    configurationPids = List.copyOf(configurationPids);
  }
}
