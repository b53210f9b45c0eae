package dev.talaria.registry.internal.call;

import dev.talaria.admin.AuditRecord;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.hook.CallReport.Status;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * What is kept on record of a call: never its arguments, never its result.
 *
 * @param said the name as the caller wrote it
 * @param call its id as the caller gave it; null: it is made of the session and the number
 * @param sequence the number of the call in its session
 * @param owner whose tool was called; null: nobody's
 * @param status how it ended, in one word
 * @param failure why it failed; null: it did not
 */
record CallRecord(
    String tool,
    String said,
    String session,
    String principal,
    String call,
    long sequence,
    OwnerId owner,
    Status status,
    Failure failure,
    long nanos)
    implements AuditRecord {
  /** Names and ids may be a caller's, and wait in a queue. */
  private static final int MAX_CHARS = 256;

  CallRecord {
    tool = cut(tool);
    said = cut(said);
    call = call == null ? null : cut(call);
  }

  private static String cut(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "…";
  }

  @Override
  public String kind() {
    return "call";
  }

  @Override
  public void describe(BiConsumer<String, String> details) {
    details.accept("tool", tool);
    if (!tool.equals(said)) {
      details.accept("said", said);
    }
    details.accept("session", session);
    details.accept("principal", principal);
    details.accept("call", call == null ? CallTask.id(session, sequence) : call);
    if (owner != null) {
      details.accept("owner", owner.name());
    }
    details.accept("status", status.name().toLowerCase(Locale.ROOT));
    details.accept("outcome", failure == null ? "OK" : failure.name());
    details.accept("ms", Long.toString(TimeUnit.NANOSECONDS.toMillis(nanos)));
  }
}
