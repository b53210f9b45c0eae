package dev.talaria.safeterminal.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What an operator can say about the safe terminal. */
@ObjectClassDefinition(
    name = "Safe terminal",
    description = "Which programs the overriding terminal passes on.")
public @interface SafeTerminalConfiguration {
  /** The PID. */
  String PID = "dev.talaria.safeterminal";

  /** Programs. */
  @AttributeDefinition(
      name = "Programs",
      description =
          "Programs that may run, by the bare name that is looked up in PATH, optionally with fixed"
              + " first arguments (git status). Do not list what starts other programs or writes"
              + " files (sh, env, xargs, find, sed, awk, sort, tee), unless you mean it.",
      required = false)
  String[] programs() default {
    "ls",
    "cat",
    "head",
    "tail",
    "wc",
    "grep",
    "echo",
    "pwd",
    "cut",
    "tr",
    "nl",
    "stat",
    "basename",
    "dirname",
    "whoami",
    "true",
    "false",
    "git status"
  };
}
