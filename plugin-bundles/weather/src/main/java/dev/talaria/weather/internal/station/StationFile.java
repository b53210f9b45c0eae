package dev.talaria.weather.internal.station;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads station files; the README of this plugin describes the format. */
public final class StationFile {
  private static final String HEADER = "place,country,celsius,sky,observed";
  private static final int FIELDS = 5;
  private static final double COLDEST = -100;
  private static final double HOTTEST = 70;

  private StationFile() {}

  /**
   * Reads the text of a file.
   *
   * @throws StationFileException if a line is wrong; nothing is taken from such a file
   */
  public static Stations parse(String text) throws StationFileException {
    List<Station> stations = new ArrayList<>();
    boolean begun = false;
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (begun) {
        stations.add(station(line, number));
      } else if (line.equals(HEADER)) {
        begun = true;
      } else {
        throw new StationFileException("line " + number + " is not the head line " + HEADER);
      }
    }
    if (stations.isEmpty()) {
      throw new StationFileException("there is no station in it");
    }
    return new Stations(stations);
  }

  private static Station station(String line, int number) throws StationFileException {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw wrong(number, "has " + fields.length + " fields instead of " + FIELDS);
    }
    for (int i = 0; i < FIELDS; i++) {
      fields[i] = fields[i].strip();
      if (fields[i].isEmpty()) {
        throw wrong(number, "has an empty field");
      }
    }
    return new Station(
        fields[0], fields[1], celsius(fields[2], number), fields[3], observed(fields[4], number));
  }

  private static double celsius(String field, int number) throws StationFileException {
    try {
      double celsius = Double.parseDouble(field);
      if (celsius >= COLDEST && celsius <= HOTTEST) {
        return celsius;
      }
    } catch (NumberFormatException e) {
      throw wrong(number, "has no number as celsius: " + field);
    }
    throw wrong(number, "has an impossible temperature: " + field);
  }

  private static Instant observed(String field, int number) throws StationFileException {
    try {
      return Instant.parse(field);
    } catch (DateTimeException e) {
      throw wrong(number, "has no time such as 2026-01-15T12:00:00Z as observed: " + field);
    }
  }

  private static StationFileException wrong(int number, String what) {
    return new StationFileException("line " + number + " " + what);
  }
}
