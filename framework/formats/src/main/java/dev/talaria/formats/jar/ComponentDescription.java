package dev.talaria.formats.jar;

import java.util.List;
import java.util.Map;

/**
 * What matters of a Declarative Services component description.
 *
 * @param resource the XML file it stands in
 * @param name of the component
 * @param configurationPids that configure it; the name when the file gives none, empty if it takes
 *     no configuration
 * @param services interfaces that it is published under
 * @param start what has to happen before it is published
 * @param properties texts of the properties that the description itself gives, by name
 */
public record ComponentDescription(
    String resource,
    String name,
    List<String> configurationPids,
    List<String> services,
    Start start,
    Map<String, List<String>> properties) {
  /** What has to happen before a component is published, besides its references. */
  public enum Start {
    /** Nothing: the start of its bundle. */
    BY_ITSELF,
    /** It has to be configured. */
    CONFIGURED,
    /** Code has to enable it, or to make it by its factory. */
    BY_CODE
  }

  public ComponentDescription {
    configurationPids = List.copyOf(configurationPids);
    services = List.copyOf(services);
    properties = Map.copyOf(properties);
  }
}
