package dev.talaria.registry.internal.toolset;

import java.util.Map;
import java.util.Set;

/**
 * The toolsets that come with the runtime: compositions only, since what a tool belongs to is said
 * beside its code. They may name toolsets of families that are not installed. A configured toolset
 * of the same name takes the place of a shipped one.
 */
public final class ShippedToolsets {
  /** The toolset whose tools stay when a posture is disabled. */
  public static final String CORE = "core";

  static final Map<String, ToolsetDefinition> COMPOSITES =
      Map.of(
          CORE,
          composite(
              "What most sessions work with.",
              false,
              "browser",
              "clarify",
              "code_execution",
              "cronjob",
              "delegation",
              "file",
              "image_gen",
              "memory",
              "results",
              "session_search",
              "skills",
              "terminal",
              "todo",
              "tts",
              "vision",
              "web"),
          "coding",
          composite(
              "Work on source code.",
              true,
              "browser",
              "clarify",
              "code_execution",
              "delegation",
              "file",
              "memory",
              "results",
              "session_search",
              "skills",
              "terminal",
              "todo",
              "vision",
              "web"),
          "debugging",
          composite("Find out why something fails.", false, "file", "results", "terminal", "web"),
          "safe",
          composite(
              "Research without commands and files.",
              false,
              "image_gen",
              "results",
              "vision",
              "web"));

  /** Names from before there were toolsets; each holds only where nothing else has the name. */
  static final Map<String, Set<String>> LEGACY =
      Map.of(
          "web_tools", Set.of("web_search", "web_extract"),
          "terminal_tools", Set.of("terminal"),
          "vision_tools", Set.of("vision_analyze"),
          "image_tools", Set.of("image_generate"),
          "skills_tools", Set.of("skills_list", "skill_view", "skill_manage"),
          "browser_tools",
              Set.of(
                  "browser_navigate",
                  "browser_snapshot",
                  "browser_click",
                  "browser_type",
                  "browser_scroll",
                  "browser_back",
                  "browser_press",
                  "browser_get_images",
                  "browser_vision",
                  "browser_console"),
          "cronjob_tools", Set.of("cronjob"),
          "file_tools", Set.of("read_file", "write_file", "patch", "search_files"),
          "tts_tools", Set.of("text_to_speech"));

  private ShippedToolsets() {}

  private static ToolsetDefinition composite(
      String description, boolean posture, String... includes) {
    return new ToolsetDefinition(description, Set.of(), Set.of(includes), posture);
  }
}
