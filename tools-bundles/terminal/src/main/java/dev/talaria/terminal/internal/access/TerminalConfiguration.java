package dev.talaria.terminal.internal.access;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** What an operator can say about the terminal tools. */
@ObjectClassDefinition(
    name = "Terminal tools",
    description =
        "Which commands terminal runs, and how. A shell cannot be confined: what you allow runs with"
            + " the rights of the runtime's user.")
public @interface TerminalConfiguration {
  /** The PID. */
  String PID = "dev.talaria.terminal";

  /** Approval. */
  @AttributeDefinition(
      name = "Approval",
      description =
          "Whether commands run. ask: those in 'allow' run, for others the person behind the client"
              + " is asked, and they are refused if that is not possible. Destroying commands"
              + " never run.",
      options = {
        @Option(label = "ask", value = "ask"),
        @Option(label = "deny: no command runs", value = "deny"),
        @Option(label = "allow: every command runs", value = "allow")
      })
  String approval() default "ask";

  /** Allowed commands. */
  @AttributeDefinition(
      name = "Allowed commands",
      description =
          "Commands that run without asking: words with globs, a last * for any further words"
              + " (git status, mvn -q *). Pipelines run if each of their commands is listed;"
              + " expansions, redirections to files and substitutions are not taken.",
      required = false)
  String[] allow() default {"pwd", "ls", "echo *", "date", "whoami", "uname *"};

  /** Further roots. */
  @AttributeDefinition(
      name = "Further roots",
      description =
          "Absolute folders that commands of every session may start in, besides its own workspace.",
      required = false)
  String[] roots() default {};

  /** Denied paths. */
  @AttributeDefinition(
      name = "Deny",
      description =
          "Absolute folders or files that no command may name, besides the runtime's own. Stops"
              + " accidents; a shell has other ways.",
      required = false)
  String[] deny() default {};

  /** Environment. */
  @AttributeDefinition(
      name = "Environment",
      description =
          "Variables for commands: NAME passes the runtime's value on, NAME=value sets one. Besides"
              + " these only PATH, HOME, USER, LANG and the like are passed on.",
      required = false)
  String[] environment() default {};

  /** Longest output. */
  @AttributeDefinition(
      name = "Longest output",
      description =
          "Characters of output that one answer holds: the first 40 and last 60 per cent.",
      min = "1000",
      max = "1000000")
  int max__output__chars() default 50_000;

  /** Background processes. */
  @AttributeDefinition(
      name = "Background processes",
      description = "How many background processes one session may have running.",
      min = "0",
      max = "100")
  int max__background() default 8;
}
