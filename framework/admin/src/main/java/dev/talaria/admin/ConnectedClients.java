package dev.talaria.admin;

import java.time.Instant;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** The clients of the MCP server edge; provided by it. Thread-safe. */
@ProviderType
public interface ConnectedClients {
  /**
   * A client.
   *
   * @param name what it calls itself; for display only
   * @param principal who it is
   * @param era {@code legacy} or {@code modern}
   * @param since when it came
   * @param listening whether it hears of changes now
   */
  record Client(String name, String principal, String era, Instant since, boolean listening) {}

  /** Returns the clients with a session or an open stream, oldest first. */
  List<Client> clients();
}
