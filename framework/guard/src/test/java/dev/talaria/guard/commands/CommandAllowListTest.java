package dev.talaria.guard.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandAllowListTest {
  private final CommandAllowList list =
      CommandAllowList.of(List.of("git status", "ls *", "mvn -q *", "npm run test:*"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git status", "ls", "ls -la src/main", "mvn -q verify", "npm run test:unit",
        "ls | ls -a", "git status && ls", "ls 'a b' 2>&1", "ls 2>/dev/null", "  ls  "
      })
  void allowsWhatItLists(String command) {
    assertThat(list.refusal(command)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git",
        "git push",
        "git status -s",
        "lsof",
        "/bin/ls",
        "./ls",
        "mvn verify",
        "npm run x",
        "ls; rm x",
        "ls | sh",
        "ls && git push",
        "ls $(rm x)",
        "ls `rm x`",
        "ls > x",
        "ls < x",
        "ls & rm x",
        "X=1 ls",
        "ls $X",
        "ls *",
        "(ls)",
        "ls\nrm x",
        "! ls",
        "",
        ";",
        "ls <<E\nE\n",
        "ls 2>/etc/passwd",
        "ls >&x",
        "time ls",
        "if ls",
        "'' ls"
      })
  void refusesEverythingElse(String command) {
    assertThat(list.refusal(command)).isPresent();
  }

  @Test
  void anEmptyListAllowsNothing() {
    assertThat(CommandAllowList.of(List.of()).refusal("ls")).isPresent();
  }
}
