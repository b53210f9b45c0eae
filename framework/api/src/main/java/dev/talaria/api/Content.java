package dev.talaria.api;

import java.util.Objects;

/**
 * One piece of a result. The kinds are those of the Model Context Protocol (server, tools, "Tool
 * Result"). Immutable.
 */
public sealed interface Content {
  /** Plain text. */
  record Text(String text) implements Content {
    public Text {
      Objects.requireNonNull(text, "text");
    }
  }

  /** An image; the bytes are copied neither in nor out, so do not change them. */
  record Image(byte[] data, String mimeType) implements Content {
    public Image {
      Objects.requireNonNull(data, "data");
      Objects.requireNonNull(mimeType, "mimeType");
    }
  }

  /** A sound; the bytes are copied neither in nor out, so do not change them. */
  record Audio(byte[] data, String mimeType) implements Content {
    public Audio {
      Objects.requireNonNull(data, "data");
      Objects.requireNonNull(mimeType, "mimeType");
    }
  }

  /** A pointer to something that the caller can fetch; description and MIME type may be empty. */
  record Link(String uri, String name, String description, String mimeType) implements Content {
    public Link {
      Objects.requireNonNull(uri, "uri");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(description, "description");
      Objects.requireNonNull(mimeType, "mimeType");
    }
  }

  /** Text of a resource, carried in the result; the MIME type may be empty. */
  record EmbeddedText(String uri, String mimeType, String text) implements Content {
    public EmbeddedText {
      Objects.requireNonNull(uri, "uri");
      Objects.requireNonNull(mimeType, "mimeType");
      Objects.requireNonNull(text, "text");
    }
  }

  /** Bytes of a resource, carried in the result; the MIME type may be empty. */
  record EmbeddedBytes(String uri, String mimeType, byte[] data) implements Content {
    public EmbeddedBytes {
      Objects.requireNonNull(uri, "uri");
      Objects.requireNonNull(mimeType, "mimeType");
      Objects.requireNonNull(data, "data");
    }
  }
}
