package dev.talaria.mcp.server.internal.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * What an operator may set, in {@code etc/dev.talaria.mcp.server.cfg}. DS turns two underscores of
 * a method's name into one of the key.
 */
@ObjectClassDefinition(
    name = "MCP server",
    description = "How MCP clients reach the tools over HTTP.")
public @interface ServerConfiguration {
  @AttributeDefinition(
      name = "Path",
      description = "Where the endpoint is on the HTTP server; begins with a slash.")
  String path() default "/mcp";

  @AttributeDefinition(
      name = "Page size",
      description = "How many tools one page of tools/list has at most.",
      min = "1")
  int page__size() default 1000;

  @AttributeDefinition(
      name = "Notify window",
      description =
          "Changes of the tools within this time are told to clients as one (50ms, 1s); 0ms tells"
              + " each one.")
  String notify__window() default "50ms";

  @AttributeDefinition(
      name = "Largest request",
      description = "In bytes. Larger requests are refused with status 413.",
      min = "1024")
  int max__request__bytes() default 8388608;

  @AttributeDefinition(
      name = "Sessions",
      description = "How many legacy sessions may be open at once.",
      min = "1")
  int max__sessions() default 10000;

  @AttributeDefinition(
      name = "Sessions per client",
      description = "How many of them one principal may have open from one address.",
      min = "1")
  int max__sessions__per__client() default 1000;

  @AttributeDefinition(
      name = "Session idle limit",
      description = "A session without requests and without an open stream ends after this time.")
  String session__idle() default "30m";

  @AttributeDefinition(
      name = "Keep-alive",
      description =
          "How often a silent stream gets a comment, so that proxies keep it open and clients that"
              + " have gone are noticed.")
  String keep__alive() default "15s";

  @AttributeDefinition(
      name = "Stall limit",
      description = "A client that takes nothing from its stream for this time is dropped.")
  String stall__limit() default "10s";
}
