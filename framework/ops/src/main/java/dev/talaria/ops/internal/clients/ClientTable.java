package dev.talaria.ops.internal.clients;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.SessionOptions.ToolSearchMode;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The credentials in force. Each lives until it is released or its client has not been heard of for
 * a while; the clock decides at each question, so a late sweep lets nobody in. Guarded by its own
 * monitor, under which nothing foreign runs but the clock.
 */
final class ClientTable {
  private static final int TOKEN_BYTES = 32;
  private static final int ID_BYTES = 9;

  private final InstantSource clock;
  private final Duration lifetime;
  private final int limit;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Entry> byId = new HashMap<>();
  private final Map<SecretHash, String> idByToken = new HashMap<>();

  private record Entry(SecretHash token, Principal principal, Instant heard) {}

  ClientTable(InstantSource clock, Duration lifetime, int limit) {
    this.clock = clock;
    this.lifetime = lifetime;
    this.limit = limit;
  }

  /** Issues a credential; empty when there are too many already. */
  synchronized Optional<IssuedClient> issue(
      Set<String> toolsets, List<Path> workspaceRoots, ToolSearchMode toolSearch) {
    if (size() >= limit) {
      return Optional.empty();
    }
    String id = secret(ID_BYTES);
    String token = secret(TOKEN_BYTES);
    Principal principal =
        new Principal("client:" + id, false, toolsets, workspaceRoots, toolSearch);
    SecretHash hash = SecretHash.of(token);
    byId.put(id, new Entry(hash, principal, clock.instant()));
    idByToken.put(hash, id);
    return Optional.of(new IssuedClient(id, token, principal));
  }

  /** Prolongs a credential; false if there is none in force. */
  synchronized boolean heartbeat(String id) {
    Entry entry = byId.get(id);
    if (entry == null || isExpired(entry)) {
      return false;
    }
    byId.put(id, new Entry(entry.token(), entry.principal(), clock.instant()));
    return true;
  }

  /** Ends a credential; false if there was none in force. */
  synchronized boolean release(String id) {
    Entry entry = byId.remove(id);
    if (entry == null) {
      return false;
    }
    idByToken.remove(entry.token());
    return !isExpired(entry);
  }

  synchronized Optional<Principal> principalOf(String token) {
    return Optional.ofNullable(idByToken.get(SecretHash.of(token)))
        .map(byId::get)
        .filter(entry -> !isExpired(entry))
        .map(Entry::principal);
  }

  /** Returns how many credentials are in force. */
  synchronized int size() {
    return (int) byId.values().stream().filter(entry -> !isExpired(entry)).count();
  }

  /** Removes what is no longer in force and returns the ids. */
  synchronized List<String> removeExpired() {
    List<String> expired = new ArrayList<>();
    byId.forEach(
        (id, entry) -> {
          if (isExpired(entry)) {
            expired.add(id);
          }
        });
    for (String id : expired) {
      idByToken.remove(byId.remove(id).token());
    }
    return expired;
  }

  private boolean isExpired(Entry entry) {
    return entry.heard().plus(lifetime).isBefore(clock.instant());
  }

  private String secret(int bytes) {
    byte[] value = new byte[bytes];
    random.nextBytes(value);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
  }
}
