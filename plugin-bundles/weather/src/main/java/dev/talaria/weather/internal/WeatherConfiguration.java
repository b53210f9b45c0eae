package dev.talaria.weather.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What an operator can say about the weather plugin. */
@ObjectClassDefinition(
    name = "Weather",
    description = "Where the tool get_weather has its observations from.")
public @interface WeatherConfiguration {
  /** The PID. */
  String PID = "dev.talaria.weather";

  /** Address of a station file. */
  @AttributeDefinition(
      name = "Address",
      description =
          "http or https address of a station file; its format is in the plugin's README. Empty:"
              + " the sample data in the plugin.",
      required = false)
  String url() default "";
}
