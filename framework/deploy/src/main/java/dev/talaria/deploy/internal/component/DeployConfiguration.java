package dev.talaria.deploy.internal.component;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** Configuration of the deploy agent. */
@ObjectClassDefinition(
    id = "dev.talaria.deploy",
    name = "Talaria deploy folder",
    description = "Where bundles are dropped and which of them are taken.")
public @interface DeployConfiguration {
  @AttributeDefinition(
      name = "Folder",
      description = "The watched folder; a relative path is meant from the home folder.")
  String folder() default "deploy";

  @AttributeDefinition(
      name = "Settle",
      description =
          "How long a file that is not yet whole is left alone, such as 200ms. Whole files are taken"
              + " at once.")
  String settle() default "200ms";

  @AttributeDefinition(
      name = "Rescan",
      description =
          "How often the folder is listed although nothing was heard of it, such as 5s; for folders"
              + " on a network.")
  String rescan() default "5s";

  @AttributeDefinition(
      name = "Start timeout",
      description = "How long a bundle may take to start, such as 10s, before it is given up.")
  String start__timeout() default "10s";

  @AttributeDefinition(
      name = "Trust",
      description =
          "Whose bundles are taken. A looser value than the current one takes effect at the next"
              + " start.",
      options = {
        @Option(label = "whatever is in the folder", value = "any"),
        @Option(label = "listed hashes only", value = "allowlist"),
        @Option(label = "trusted signers only", value = "signed")
      })
  String trust() default "any";

  @AttributeDefinition(
      name = "Allowed SHA-256",
      description = "Hashes of the JAR files that trust=allowlist takes, in hexadecimal.")
  String[] allowed__sha256() default {};

  @AttributeDefinition(
      name = "Trusted signers",
      description =
          "SHA-256 of the certificates whose signatures trust=signed takes, in hexadecimal, as"
              + " keytool prints them.")
  String[] trusted__signers() default {};

  @AttributeDefinition(
      name = "Allow plain JARs",
      description =
          "Whether JARs that are no bundles are taken if they have tools: a bundle is made of them."
              + " Takes effect at the next start, false at once.")
  boolean allow__plain__jar() default false;

  @AttributeDefinition(
      name = "Allow sources",
      description =
          "Whether single .java files with a tool are compiled and taken, with trust=any only. Takes"
              + " effect at the next start, false at once.")
  boolean allow__source() default false;
}
