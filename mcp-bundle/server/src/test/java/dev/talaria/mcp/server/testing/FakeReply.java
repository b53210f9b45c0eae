package dev.talaria.mcp.server.testing;

import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Keeps what it is given. */
public final class FakeReply implements Reply {
  public final CompletableFuture<Object> answer = new CompletableFuture<>();
  public final List<JsonNode> messages = new CopyOnWriteArrayList<>();
  private volatile Runnable gone = () -> {};

  @Override
  public void result(byte[] resultJson) {
    answer.complete(McpClient.MAPPER.readTree(resultJson));
  }

  @Override
  public void error(JsonRpcError error) {
    answer.complete(error);
  }

  @Override
  public void malformed(JsonRpcError error) {
    answer.complete(error);
  }

  @Override
  public void withdraw() {
    answer.complete("withdrawn");
  }

  @Override
  public void notify(String key, byte[] message) {
    messages.add(McpClient.MAPPER.readTree(message));
  }

  @Override
  public boolean request(String key, byte[] message) {
    messages.add(McpClient.MAPPER.readTree(message));
    return true;
  }

  @Override
  public void onGone(Runnable action) {
    gone = action;
  }

  public void leave() {
    gone.run();
  }

  public JsonNode result() throws Exception {
    return (JsonNode) answer.get(10, TimeUnit.SECONDS);
  }

  public JsonRpcError error() throws Exception {
    return (JsonRpcError) answer.get(10, TimeUnit.SECONDS);
  }
}
