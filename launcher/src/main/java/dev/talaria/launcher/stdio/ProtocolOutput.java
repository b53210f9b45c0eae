package dev.talaria.launcher.stdio;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client's end of the bridge: one message a line, whole lines only. Thread-safe; the monitor
 * guards the stream, and a client that does not read blocks the writers, which is what holds the
 * runtime back.
 */
final class ProtocolOutput {
  private final PrintStream out;
  private final Runnable onBroken;

  /**
   * Creates the output.
   *
   * @param onBroken called when the client has closed its end
   */
  ProtocolOutput(PrintStream out, Runnable onBroken) {
    this.out = out;
    this.onBroken = onBroken;
  }

  /** Writes a message; line ends within it are insignificant white space of JSON. */
  void write(String json) {
    byte[] line =
        (json.strip().replace("\r", "").replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8);
    boolean broken;
    synchronized (this) {
      out.write(line, 0, line.length);
      out.flush();
      broken = out.checkError();
    }
    if (broken) {
      onBroken.run();
    }
  }

  /**
   * Answers a request in the runtime's place.
   *
   * @param id as JSON text
   */
  void error(String id, int code, String message) {
    ObjectNode error = JsonNodeFactory.instance.objectNode();
    error.put("code", code);
    error.put("message", message);
    write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + error + "}");
  }
}
