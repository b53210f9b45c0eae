package dev.talaria.launcher.settings;

import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The configurations of a running runtime. */
public final class RemoteConfig implements ConfigStore {
  private final RuntimeClient client;

  public RemoteConfig(RuntimeClient client) {
    this.client = client;
  }

  @Override
  public List<Configuration> list() {
    JsonNode answer = client.get("/config");
    JsonNode rows = answer.isArray() ? answer : answer.path("configurations");
    List<Configuration> all = new ArrayList<>();
    for (JsonNode row : rows) {
      all.add(configuration(row));
    }
    return all;
  }

  @Override
  public Optional<Configuration> get(String pid) {
    return client.find("/config/" + RuntimeClient.segment(pid)).map(RemoteConfig::configuration);
  }

  @Override
  public void update(String pid, Map<String, List<String>> set, Set<String> unset) {
    client.post("/config/" + RuntimeClient.segment(pid), change(set, unset));
  }

  @Override
  public void delete(String pid) {
    client.delete("/config/" + RuntimeClient.segment(pid));
  }

  @Override
  public void updatePolicy(String plugin, Map<String, List<String>> set, Set<String> unset) {
    ObjectNode body = change(set, unset);
    body.put("plugin", plugin);
    client.post("/policy", body);
  }

  @Override
  public List<PolicyValue> policy() {
    List<PolicyValue> values = new ArrayList<>();
    for (JsonNode value : client.get("/policy").path("values")) {
      values.add(
          new PolicyValue(
              value.path("pid").asString(""),
              value.path("key").asString(""),
              value.path("effective").asString(""),
              value.path("raw").asString(""),
              value.path("source").asString("")));
    }
    return values;
  }

  private static ObjectNode change(Map<String, List<String>> set, Set<String> unset) {
    ObjectNode body = Json.object();
    ObjectNode values = body.putObject("set");
    set.forEach(
        (key, texts) -> {
          ArrayNode list = values.putArray(key);
          texts.forEach(list::add);
        });
    ArrayNode keys = body.putArray("unset");
    unset.forEach(keys::add);
    return body;
  }

  private static Configuration configuration(JsonNode row) {
    Map<String, List<String>> values = new TreeMap<>();
    row.path("values").forEachEntry((key, list) -> values.put(key, texts(list)));
    return new Configuration(
        row.path("pid").asString(""),
        row.path("file").asString(""),
        values,
        texts(row.path("problems")));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : list) {
      texts.add(text.asString(""));
    }
    return texts;
  }
}
