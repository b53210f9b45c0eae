package dev.talaria.launcher.command;

import dev.talaria.launcher.doctor.Doctor;
import dev.talaria.launcher.doctor.Finding;
import dev.talaria.launcher.doctor.Finding.Verdict;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks the set-up. */
@Command(name = "doctor", description = "Checks the set-up, says what is wrong and how to mend it.")
final class DoctorCommand extends BaseCommand {
  @Mixin private JsonOption json;

  DoctorCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    CommandEnvironment surroundings = environment();
    List<Finding> findings =
        new Doctor(home(), surroundings.currentFolder(), surroundings.distribution()).examine();
    if (json.wanted()) {
      printAsJson(findings);
    } else {
      for (Finding finding : findings) {
        out()
            .printf(
                "%-8s %-13s %s%n",
                finding.verdict().name().toLowerCase(Locale.ROOT),
                finding.check(),
                Text.line(finding.text()));
      }
    }
    return findings.stream().anyMatch(f -> f.verdict() == Verdict.PROBLEM) ? FAILED : DONE;
  }

  private void printAsJson(List<Finding> findings) {
    ObjectNode answer = Json.object();
    ArrayNode rows = answer.putArray("findings");
    for (Finding finding : findings) {
      ObjectNode row = rows.addObject();
      row.put("check", finding.check());
      row.put("verdict", finding.verdict().name().toLowerCase(Locale.ROOT));
      row.put("text", finding.text());
    }
    printJson(answer);
  }
}
