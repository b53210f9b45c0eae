package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.hook.CallReport.Status;

/** Says in one word how a call ended. */
final class Statuses {
  private Statuses() {}

  static Status of(CallResult result) {
    if (result.failure().isEmpty()) {
      return Status.OK;
    }
    return switch (result.failure().get()) {
      case BLOCKED -> Status.BLOCKED;
      case CANCELLED -> Status.CANCELLED;
      case TIMEOUT -> Status.TIMEOUT;
      case UNKNOWN_TOOL, INVALID_ARGUMENTS, UNAVAILABLE, TOOL_ERROR, RESULT_CONTRACT, WITHDRAWN ->
          Status.ERROR;
    };
  }
}
