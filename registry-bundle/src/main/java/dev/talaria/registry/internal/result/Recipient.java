package dev.talaria.registry.internal.result;

import dev.talaria.admin.SessionSpec;
import dev.talaria.registry.internal.table.Visibility;

/**
 * Who gets results.
 *
 * @param sessionId of the session
 * @param spec that it was opened with
 * @param visibility what it sees
 */
public record Recipient(String sessionId, SessionSpec spec, Visibility visibility) {}
