package dev.talaria.ops;

import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.ToolRow;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A folder in memory that remembers how long its files were. */
final class FakeDeployAgent implements DeployAgent {
  final Map<String, Long> lengths = new TreeMap<>();
  volatile boolean forgotten;

  @Override
  public synchronized List<DeployedFile> files() {
    return lengths.keySet().stream().map(FakeDeployAgent::row).toList();
  }

  @Override
  public List<InstalledBundle> bundles() {
    return List.of(
        new InstalledBundle(
            5, "org.example.a", "1.0.0", "ACTIVE", "a.jar", List.of("a"), List.of("x waits")));
  }

  @Override
  public synchronized DeployedFile deploy(String fileName, InputStream content, Duration timeout)
      throws IOException {
    if (!fileName.matches("[A-Za-z0-9._-]+\\.jar")) {
      throw new IllegalArgumentException("'" + fileName + "' is no name for a JAR.");
    }
    long length = 0;
    byte[] buffer = new byte[65536];
    for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
      length += n;
    }
    lengths.put(fileName, length);
    return row(fileName);
  }

  @Override
  public synchronized List<DeployedFile> undeploy(String name, boolean forget, Duration timeout) {
    List<DeployedFile> removed = new ArrayList<>();
    if (lengths.remove(name) != null) {
      removed.add(row(name));
      forgotten = forget;
    }
    return removed;
  }

  @Override
  public DeployedFile restart(String name, Duration timeout) throws IOException {
    throw new IOException("the disk is full");
  }

  private static DeployedFile row(String file) {
    return new DeployedFile(
        file,
        Outcome.ACTIVE,
        "org.example.a",
        "1.0.0",
        "",
        List.of(new ToolRow(FakeTool.active("a"), "")));
  }
}
