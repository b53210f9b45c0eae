package dev.talaria.weather.internal.station;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StationFileTest {
  private static final String HEAD = "place,country,celsius,sky,observed\n";

  @Test
  void readsLinesAndLeavesCommentsOut() throws Exception {
    Stations stations =
        StationFile.parse("# a\r\n\r\n" + HEAD + "A,B,1.5,clear,2026-01-01T00:00:00Z\r\n#end\r\n");
    assertThat(stations.find("a"))
        .isEqualTo(new Station("A", "B", 1.5, "clear", Instant.parse("2026-01-01T00:00:00Z")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A,B,1,clear | line 2 has 4 fields instead of 5",
        "A,B,1,clear,2026-01-01T00:00:00Z,x | line 2 has 6 fields instead of 5",
        "A,,1,clear,2026-01-01T00:00:00Z | line 2 has an empty field",
        "A,B,mild,clear,2026-01-01T00:00:00Z | line 2 has no number as celsius: mild",
        "A,B,NaN,clear,2026-01-01T00:00:00Z | line 2 has an impossible temperature: NaN",
        "A,B,71,clear,2026-01-01T00:00:00Z | line 2 has an impossible temperature: 71",
        "A,B,-101,clear,2026-01-01T00:00:00Z | line 2 has an impossible temperature: -101",
        "A,B,1,clear,noon | line 2 has no time such as 2026-01-15T12:00:00Z as observed: noon",
      })
  void saysWhichLineIsWrong(String line, String message) {
    assertThatThrownBy(() -> StationFile.parse(HEAD + line))
        .isInstanceOf(StationFileException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"lyon,Lyon,0", "Lion,Lyon,1", "Zuerich,Zürich,1", "York,New York,0", "abc,xyz,3"})
  void distanceOfNames(String one, String other, int distance) {
    assertThat(PlaceNames.distance(one, other)).isEqualTo(distance);
    assertThat(PlaceNames.distance(other, one)).isEqualTo(distance);
  }
}
