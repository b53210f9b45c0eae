package dev.talaria.formats.jar;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Parses the main section of a JAR manifest. Stricter than {@link java.util.jar.Manifest}: a header
 * that is given twice, a line that is no header, and characters that readers treat differently are
 * errors, so that what is checked here is what the framework will see.
 */
public final class ManifestParser {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,69}");

  private ManifestParser() {}

  /**
   * Parses the main section.
   *
   * @return its headers; names are case-insensitive
   * @throws InvalidManifestException if it is malformed; the message names the line
   */
  public static Map<String, String> parse(byte[] manifest) throws InvalidManifestException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String name = null;
    StringBuilder value = new StringBuilder();
    int number = 0;
    // Lines are cut by bytes, perhaps inside a character: joined first, decoded then.
    for (String line : new String(manifest, StandardCharsets.ISO_8859_1).split("\r\n|\r|\n", -1)) {
      number++;
      if (line.startsWith(" ")) {
        if (name == null) {
          throw new InvalidManifestException("manifest line " + number + " continues nothing");
        }
        value.append(line, 1, line.length());
        continue;
      }
      put(headers, name, value, number);
      name = null;
      if (line.isEmpty()) {
        return Collections.unmodifiableMap(headers);
      }
      int colon = line.indexOf(": ");
      if (colon < 0 || !NAME.matcher(line.substring(0, colon)).matches()) {
        throw new InvalidManifestException("manifest line " + number + " is no header");
      }
      name = line.substring(0, colon);
      value.setLength(0);
      value.append(line, colon + 2, line.length());
    }
    put(headers, name, value, number);
    return Collections.unmodifiableMap(headers);
  }

  private static void put(Map<String, String> headers, String name, StringBuilder value, int number)
      throws InvalidManifestException {
    if (name != null && headers.put(name, decode(name, value).strip()) != null) {
      throw new InvalidManifestException(
          "the manifest gives " + name + " twice, again before line " + number);
    }
  }

  private static String decode(String name, StringBuilder value) throws InvalidManifestException {
    String text;
    try {
      ByteBuffer bytes = ByteBuffer.wrap(value.toString().getBytes(StandardCharsets.ISO_8859_1));
      text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidManifestException("the manifest header " + name + " is not UTF-8", e);
    }
    if (text.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f)) {
      throw new InvalidManifestException("the manifest header " + name + " has control characters");
    }
    return text;
  }
}
