package dev.talaria.benchmarks.runner.load;

import dev.talaria.benchmarks.runner.http.PostRequest;

/**
 * A JSON-RPC request over HTTP, ready to be sent again and again under new ids.
 *
 * @param post with {@link #ID} in the body where the id belongs
 * @param text that the result has to contain
 */
public record CallRequest(PostRequest post, String text) {
  /** Stands for the id; as wide as every id, so that replacing it moves nothing. */
  public static final String ID = "10000000";
}
