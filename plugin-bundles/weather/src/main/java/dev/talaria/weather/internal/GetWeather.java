package dev.talaria.weather.internal;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Example;
import dev.talaria.api.Length;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import dev.talaria.weather.internal.source.StationSource;
import dev.talaria.weather.internal.station.Station;
import java.time.Instant;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Tells the weather of a place.
 *
 * <p>Calls come on many threads at once; each reads the source once and keeps to it. A changed
 * configuration swaps the source, so it reaches the next call and disturbs none under way.
 */
@Component(configurationPid = WeatherConfiguration.PID)
@Designate(ocd = WeatherConfiguration.class)
@ToolSpec(
    name = "get_weather",
    toolset = "weather",
    title = "Weather",
    emoji = "⛅",
    readOnly = true,
    timeout = "15s",
    description =
        "Current weather of a place: temperature and sky, as last observed by its station. An"
            + " unknown place is answered with similar ones that are known.")
public final class GetWeather implements Tool<GetWeather.Args> {
  /** What the model asks for. */
  public record Args(
      @Doc("Name of the place, alone or with its country")
          @Example({"Lyon", "Lyon, France"})
          @Length(min = 1, max = 100)
          String place,
      @Doc("Unit of the temperature") @Default("celsius") Unit unit) {}

  /** A unit of temperature; the names are what the model writes. */
  public enum Unit {
    celsius,
    fahrenheit;

    double of(double celsius) {
      double value = this == Unit.celsius ? celsius : celsius * 9 / 5 + 32;
      return Math.round(value * 10) / 10.0;
    }
  }

  /** What the model is told. */
  public record Result(
      @Doc("The place and its country") String place,
      double temperature,
      Unit unit,
      @Doc("The sky in words") String sky,
      @Doc("When it was observed") Instant observed,
      @Doc("Where the observation comes from") String source) {}

  private volatile StationSource source;

  /** Called by the component runtime, at the first call of the tool. */
  @Activate
  public GetWeather(WeatherConfiguration configuration) {
    source = StationSource.of(configuration.url());
  }

  @Modified
  void modified(WeatherConfiguration configuration) {
    source = StationSource.of(configuration.url());
  }

  @Override
  public Result call(Args args, ToolContext context) throws ToolException, InterruptedException {
    StationSource current = source;
    Station station = current.stations(context.remaining()).find(args.place());
    return new Result(
        station.fullName(),
        args.unit().of(station.celsius()),
        args.unit(),
        station.sky(),
        station.observed(),
        current.name());
  }
}
