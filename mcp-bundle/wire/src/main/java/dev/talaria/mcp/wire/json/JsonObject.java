package dev.talaria.mcp.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A received object. Scalars are decoded; containers stay slices of the received bytes, so that
 * arguments go on to their tool without being taken apart and put together again. Immutable as long
 * as nobody changes the bytes it was read from.
 */
public final class JsonObject {
  /** The object without members. */
  public static final JsonObject EMPTY = new JsonObject(Map.of());

  /** What a member is. */
  public enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    /** A number without fraction and exponent. */
    INTEGER,
    /** Any other number. */
    DECIMAL,
    BOOLEAN,
    NULL
  }

  /**
   * A member.
   *
   * @param value the decoded scalar, or the object; null where only the slice is kept
   */
  record Member(Kind kind, Object value, byte[] source, int from, int to) {}

  private final Map<String, Member> members;

  /** Takes over the map. */
  JsonObject(Map<String, Member> members) {
    this.members = members;
  }

  /** Returns the names of the members, in the order received; unmodifiable. */
  public Set<String> names() {
    return Collections.unmodifiableSet(members.keySet());
  }

  /** Returns whether there is a member of this name, {@code null} included. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** Returns what the member is; empty if there is none. */
  public Optional<Kind> kind(String name) {
    return Optional.ofNullable(members.get(name)).map(Member::kind);
  }

  /** Returns the member if it is a string. */
  public Optional<String> string(String name) {
    Member member = members.get(name);
    return member != null && member.value() instanceof String text
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns the member if it is an integer of at most 64 bits. */
  public OptionalLong integer(String name) {
    Member member = members.get(name);
    return member != null && member.value() instanceof Long number
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /** Returns the member if it is a boolean. */
  public Optional<Boolean> bool(String name) {
    Member member = members.get(name);
    return member != null && member.value() instanceof Boolean flag
        ? Optional.of(flag)
        : Optional.empty();
  }

  /** Returns the member if it is an object. */
  public Optional<JsonObject> object(String name) {
    Member member = members.get(name);
    if (member == null || member.kind() != Kind.OBJECT) {
      return Optional.empty();
    }
    return Optional.of(
        member.value() instanceof JsonObject object ? object : JsonReader.reread(member));
  }

  /** Returns the member as the JSON text that was received; empty if there is none. */
  public Optional<String> raw(String name) {
    return Optional.ofNullable(members.get(name))
        .map(m -> new String(m.source(), m.from(), m.to() - m.from(), StandardCharsets.UTF_8));
  }

  /** Returns the names only: values may be secret or large. */
  @Override
  public String toString() {
    return "JsonObject" + members.keySet();
  }
}
