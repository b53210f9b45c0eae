package dev.talaria.registry.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.Fixtures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found by which words, and in which order. */
class ToolIndexTest {
  private static final List<ToolInfo> TOOLS =
      Stream.of(
              tool("get_weather", "Current weather of a place.", "place", "Name, e.g. Lyon"),
              tool("weather_alerts", "Warnings of storms for a region.", "region", "A region"),
              tool("github_create_issue", "Opens an issue in a repository.", "repo", "owner/name"),
              tool("github_list_issues", "Lists the issues of a repository.", "repo", "owner/name"),
              tool("sendMail", "Sends a message to somebody.", "recipient", "Who gets it"),
              tool("calendar_add", "Adds an appointment.", "start", "When it begins"),
              tool("notes_search", "Finds notes by words.", "text", "What to look for"),
              tool("translate", "Translates a text.", "language", "Such as French"))
          .toList();
  private static final ToolIndex INDEX = ToolIndex.of(TOOLS, Fixtures.MAPPER);

  private static ToolInfo tool(String name, String description, String parameter, String text) {
    return new BridgeTool(
        name,
        description,
        "{\"type\":\"object\",\"properties\":{\""
            + parameter
            + "\":{\"type\":\"string\",\"description\":\""
            + text
            + "\"}}}",
        ToolAnnotations.DEFAULT);
  }

  private static List<String> found(String query) {
    return INDEX.search(query, 3).stream().map(ToolInfo::name).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weather in a place            | get_weather",
        "storm warning                 | weather_alerts",
        "open an issue on github       | github_create_issue",
        "list issues                   | github_list_issues",
        "send a mail                   | sendMail",
        "Send Mail                     | sendMail",
        "appointment                   | calendar_add",
        "look for notes                | notes_search",
        "french                        | translate",
        "recipient                     | sendMail",
        "translate                     | translate",
        "GET_WEATHER                   | get_weather",
        "calen                         | calendar_add"
      })
  void theBestComesFirst(String query, String best) {
    assertThat(found(query)).first().isEqualTo(best);
  }

  @Test
  void aToolWhoseNameIsTheQueryComesFirst() {
    List<ToolInfo> tools = new ArrayList<>(TOOLS);
    tools.add(tool("issue", "Says nothing.", "x", "x"));
    tools.add(tool("issues_issue_issue", "issue issue issue issue", "issue", "issue"));

    assertThat(ToolIndex.of(tools, Fixtures.MAPPER).search("issue", 1))
        .extracting(ToolInfo::name)
        .containsExactly("issue");
  }

  @Test
  void nothingIsFoundByNothing() {
    assertThat(found("")).isEmpty();
    assertThat(found(" !? ")).isEmpty();
    assertThat(found("zebra")).isEmpty();
  }

  @Test
  void aSchemaThatCannotBeReadHidesNoTool() {
    ToolInfo broken = new BridgeTool("odd", "An odd thing.", "{", ToolAnnotations.DEFAULT);

    assertThat(ToolIndex.of(List.of(broken), Fixtures.MAPPER).search("odd thing", 5))
        .containsExactly(broken);
  }

  @Test
  void wordsAreTakenFromNamesAndTexts() {
    assertThat(Words.of("listHTTPHeaders_of-v2 cities (glass)"))
        .containsExactly("list", "httpheader", "of", "v", "2", "city", "glass");
  }

  @Property(tries = 300)
  void theOrderOfTheToolsMakesNoDifference(
      @ForAll @StringLength(max = 30) String query,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 10) int limit) {
    List<ToolInfo> shuffled = new ArrayList<>(TOOLS);
    Collections.shuffle(shuffled, new Random(seed));
    List<ToolInfo> found = INDEX.search(query, limit);

    assertThat(ToolIndex.of(shuffled, Fixtures.MAPPER).search(query, limit)).isEqualTo(found);
    assertThat(found).hasSizeLessThanOrEqualTo(limit).doesNotHaveDuplicates();
  }

  @Property(tries = 100)
  void aSmallerLimitGivesTheBeginning(
      @ForAll @IntRange(min = 0, max = 7) int which, @ForAll @IntRange(min = 1, max = 8) int few) {
    String query = TOOLS.get(which).description();
    List<ToolInfo> all = INDEX.search(query, 8);

    assertThat(INDEX.search(query, few)).isEqualTo(all.subList(0, Math.min(few, all.size())));
    assertThat(all.get(0)).isEqualTo(TOOLS.get(which));
  }
}
