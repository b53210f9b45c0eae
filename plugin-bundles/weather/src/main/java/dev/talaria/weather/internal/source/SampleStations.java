package dev.talaria.weather.internal.source;

import dev.talaria.weather.internal.station.StationFile;
import dev.talaria.weather.internal.station.StationFileException;
import dev.talaria.weather.internal.station.Stations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The sample data in the bundle. */
final class SampleStations implements StationSource {
  private static final String FILE = "stations.csv";

  private final Stations stations = read();

  @Override
  public String name() {
    return "sample data";
  }

  @Override
  public Stations stations(Duration limit) {
    return stations;
  }

  private static Stations read() {
    try (InputStream in = SampleStations.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing in the bundle; build it again");
      }
      return StationFile.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException | StationFileException e) {
      throw new IllegalStateException(FILE + " in the bundle is damaged: " + e.getMessage(), e);
    }
  }
}
