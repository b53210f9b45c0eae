package dev.talaria.launcher.settings;

import java.util.List;
import java.util.Map;

/**
 * One configuration.
 *
 * @param pid its PID
 * @param file its file in {@code etc/}
 * @param values by key; a plain value is a list of one
 * @param problems with the file, a sentence each
 */
public record Configuration(
    String pid, String file, Map<String, List<String>> values, List<String> problems) {}
