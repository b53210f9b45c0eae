package dev.talaria.mcp.server.internal.notify;

/** The key under which list changes are queued: a newer one takes the place of an older one. */
public final class ToolsChanged {
  public static final String KEY = "tools/list_changed";

  private ToolsChanged() {}
}
