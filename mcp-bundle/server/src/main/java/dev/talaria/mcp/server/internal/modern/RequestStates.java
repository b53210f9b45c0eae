package dev.talaria.mcp.server.internal.modern;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what clients carry between the rounds of a request: a random ticket and when it ends, bound
 * to who asked for what. The key is of this run, like the calls that tickets stand for.
 * Thread-safe.
 */
final class RequestStates {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int TICKET_BYTES = 16;
  private static final int MAC_BYTES = 32;
  private static final int SIZE = TICKET_BYTES + Long.BYTES + MAC_BYTES;

  private final SecureRandom random = new SecureRandom();
  private final SecretKeySpec key;

  RequestStates() {
    byte[] secret = new byte[MAC_BYTES];
    random.nextBytes(secret);
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /** Returns a new ticket. */
  String newTicket() {
    byte[] ticket = new byte[TICKET_BYTES];
    random.nextBytes(ticket);
    return encode(ticket);
  }

  /**
   * Returns the state that carries a ticket.
   *
   * @param endsMillis since the epoch
   * @param binding who asked for what
   */
  String sign(String ticket, long endsMillis, String binding) {
    ByteBuffer state = ByteBuffer.allocate(SIZE);
    state.put(Base64.getUrlDecoder().decode(ticket)).putLong(endsMillis);
    state.put(mac(state.array(), binding));
    return encode(state.array());
  }

  /** Returns the ticket of a state; empty if it is not ours, not for this binding, or over. */
  Optional<String> verify(String state, String binding, long nowMillis) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(state);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    // Only one text stands for these bytes: a decoder may leave bits at the end unread.
    if (bytes.length != SIZE || !encode(bytes).equals(state)) {
      return Optional.empty();
    }
    ByteBuffer parts = ByteBuffer.wrap(bytes);
    byte[] ticket = new byte[TICKET_BYTES];
    parts.get(ticket);
    long ends = parts.getLong();
    byte[] mac = new byte[MAC_BYTES];
    parts.get(mac);
    return MessageDigest.isEqual(mac, mac(bytes, binding)) && nowMillis < ends
        ? Optional.of(encode(ticket))
        : Optional.empty();
  }

  private byte[] mac(byte[] state, String binding) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(state, 0, TICKET_BYTES + Long.BYTES);
      return mac.doFinal(binding.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
