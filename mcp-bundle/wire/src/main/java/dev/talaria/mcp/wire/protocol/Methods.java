package dev.talaria.mcp.wire.protocol;

/** Names of requests and notifications. */
public final class Methods {
  public static final String INITIALIZE = "initialize";
  public static final String INITIALIZED = "notifications/initialized";
  public static final String PING = "ping";
  public static final String DISCOVER = "server/discover";
  public static final String TOOLS_LIST = "tools/list";
  public static final String TOOLS_CALL = "tools/call";
  public static final String PROMPTS_GET = "prompts/get";
  public static final String RESOURCES_READ = "resources/read";
  public static final String SUBSCRIPTIONS_LISTEN = "subscriptions/listen";
  public static final String CANCELLED = "notifications/cancelled";
  public static final String PROGRESS = "notifications/progress";
  public static final String TOOLS_LIST_CHANGED = "notifications/tools/list_changed";
  public static final String SUBSCRIPTIONS_ACKNOWLEDGED =
      "notifications/subscriptions/acknowledged";
  public static final String LOGGING_SET_LEVEL = "logging/setLevel";
  public static final String LOG_MESSAGE = "notifications/message";
  public static final String ELICITATION_CREATE = "elicitation/create";
  public static final String SAMPLING_CREATE = "sampling/createMessage";
  public static final String ROOTS_LIST = "roots/list";

  private Methods() {}
}
