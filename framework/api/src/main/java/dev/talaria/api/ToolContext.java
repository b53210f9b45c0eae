package dev.talaria.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What a tool has at hand during one call. Not to be kept beyond it. Thread-safe, so that a tool
 * may hand parts of its work to other threads.
 */
@ProviderType
public interface ToolContext {
  /** Returns the id of this call. */
  String callId();

  /** Returns the name that was called. */
  String toolName();

  /** Returns the id of the caller's session. */
  String sessionId();

  /** Returns who calls, as the runtime established it; never what the caller said of itself. */
  String principal();

  /** Returns the how-manieth call of its session this is, from 1. */
  long sequence();

  /**
   * Returns the folders that this call may work in, absolute and resolved; empty: the session has
   * no workspace.
   */
  List<Path> workspaceRoots();

  /**
   * Returns how long the call may still take; zero when the deadline has passed. Time spent waiting
   * for a person is not counted.
   */
  Duration remaining();

  /** Returns whether the call was cancelled or its deadline has passed. */
  boolean isCancelled();

  /**
   * Runs an action when the call is cancelled or its deadline passes, at once if it already was.
   * The tool's thread is interrupted as well; this is for work on other threads and processes.
   */
  Subscription onCancel(Runnable action);

  /**
   * Tells the caller how far the work is.
   *
   * @param progress so far; must grow
   * @param total at the end, or NaN when unknown
   * @param message for people; may be empty
   */
  void progress(double progress, double total, String message);

  /**
   * Returns a log named after the owner and the tool. A client that wants to follow its calls hears
   * what is logged, too.
   */
  System.Logger log();

  /** Returns a folder of this tool's owner that outlives updates; created when missing. */
  Path dataFolder();

  /**
   * Returns this owner's state for this session, made at the first use. It is dropped when the
   * session ends or the owner's bundle leaves, and closed then if it is {@link AutoCloseable}.
   *
   * @param type of the state; its key
   * @param initial makes the first value; not null
   */
  <T> T sessionState(Class<T> type, Supplier<? extends T> initial);

  /**
   * Asks the person behind the caller, if the caller can, and waits for the answer, at most the
   * runtime's {@code ask_timeout}. The call's deadline stands still meanwhile.
   *
   * @param question in plain words
   * @param schemaJson JSON Schema of a flat object to fill in; empty for a yes or no
   */
  Elicitation ask(String question, String schemaJson);

  /**
   * Asks the client for several things at once and waits until each has its answer, at most the
   * runtime's {@code ask_timeout}. The call's deadline stands still meanwhile.
   *
   * @param requests by names of the tool's own choice; at least one
   * @return the answers by the same names
   */
  default Map<String, Elicitation> ask(Map<String, InputRequest> requests) {
    Map<String, Elicitation> answers = new LinkedHashMap<>();
    Elicitation nobody =
        new Elicitation(Elicitation.Action.UNAVAILABLE, Map.of(), "nobody can be asked");
    requests.keySet().forEach(name -> answers.put(name, nobody));
    return answers;
  }

  /**
   * Calls another tool through the same bus: the caller's session, filter, deadline and approvals
   * hold, hooks see it as a call of its own; at most 8 deep.
   *
   * @param arguments a map or a record
   */
  CallResult call(String name, Object arguments);

  /**
   * Calls the tool that this one overrides: the entry directly below it in the same name. Hooks see
   * it as a call of its own.
   *
   * @param arguments a map or a record
   * @return its answer; a failure if there is none below or it cannot run
   */
  CallResult callOverridden(Object arguments);

  /** What a person answered. */
  record Elicitation(Action action, Map<String, Object> content, String reason) {
    /** How a question ended. */
    public enum Action {
      /** Answered; the content fits the schema. */
      ACCEPTED,
      /** The person said no. */
      DECLINED,
      /** The person went away without an answer. */
      CANCELLED,
      /** Nobody could be asked; the reason says why. */
      UNAVAILABLE
    }

    public Elicitation {
      content = Map.copyOf(content);
    }

    /** Returns whether the person agreed. */
    public boolean accepted() {
      return action == Action.ACCEPTED;
    }
  }
}
