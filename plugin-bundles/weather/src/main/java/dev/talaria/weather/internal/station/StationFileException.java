package dev.talaria.weather.internal.station;

/** A station file cannot be read; the message says which line is wrong. */
public final class StationFileException extends Exception {
  private static final long serialVersionUID = 1L;

  StationFileException(String message) {
    super(message);
  }
}
