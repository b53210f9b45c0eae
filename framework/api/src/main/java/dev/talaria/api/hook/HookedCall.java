package dev.talaria.api.hook;

import dev.talaria.api.ToolInfo;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/** A call as hooks see it. Immutable; not to be kept beyond the call. */
@ProviderType
public interface HookedCall {
  /** Returns the id of the call. */
  String callId();

  /** Returns the id of the caller's session. */
  String sessionId();

  /** Returns who calls, as the runtime established it. */
  String principal();

  /** Returns the tool that stands for the name. */
  ToolInfo tool();

  /** Returns how deep it is among calls that tools make; the caller's own call is 1. */
  int depth();

  /** Returns the arguments as they are now: coerced, valid, with defaults; unmodifiable. */
  Map<String, Object> arguments();

  /** Returns the same arguments as JSON text. */
  String argumentsJson();
}
