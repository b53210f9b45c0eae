package dev.talaria.itests.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The official conformance suite of the protocol, as a process that tests a running server. */
public final class ConformanceSuite {
  private static final Duration DEADLINE = Duration.ofSeconds(180);
  private static final String ENTRY =
      "node_modules/@modelcontextprotocol/conformance/dist/index.js";
  private static final Pattern VERDICT =
      Pattern.compile("[✓✗] (\\S+): (\\d+) passed, (\\d+) failed.*");

  /** What came of the scenarios: how many checks of each passed and failed. */
  public record Report(Map<String, Verdict> verdicts, String output) {}

  /** Of one scenario. */
  public record Verdict(int passed, int failed) {}

  private ConformanceSuite() {}

  /**
   * Runs all scenarios that a revision of the protocol requires.
   *
   * @param folder for the details of failures
   */
  public static Report run(String url, String revision, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Clients.binary("node").toString());
    command.add(Clients.folder().resolve(ENTRY).toString());
    command.addAll(List.of("server", "--url", url, "--requirements", revision));
    command.addAll(List.of("-o", folder.toString()));
    try (Child child =
        Child.start("conformance", new ProcessBuilder(command).directory(folder.toFile()))) {
      child.endInput();
      // Its exit code is about all scenarios; whoever asks knows which ones matter.
      child.awaitExit(DEADLINE);
      return new Report(verdicts(child.out()), child.toString());
    }
  }

  private static Map<String, Verdict> verdicts(String output) {
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    output
        .lines()
        .map(VERDICT::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                verdicts.put(
                    line.group(1),
                    new Verdict(Integer.parseInt(line.group(2)), Integer.parseInt(line.group(3)))));
    return verdicts;
  }
}
