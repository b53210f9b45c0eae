package dev.talaria.pipeline;

import dev.talaria.api.Content;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/** What pieces of content have to be like before anybody passes them on. */
final class ContentRules {
  /** Images, sounds and embedded bytes of one result, all together. */
  static final int MAX_BINARY_BYTES = 10 * 1024 * 1024;

  private ContentRules() {}

  /** Returns the pieces with well-formed texts. */
  static List<Content> checked(List<Content> content) throws ContractException {
    long binary = 0;
    List<Content> checked = new ArrayList<>(content.size());
    for (Content piece : content) {
      checked.add(checked(piece));
      binary += bytesOf(piece);
    }
    if (binary > MAX_BINARY_BYTES) {
      throw new ContractException(
          binary
              + " bytes of images, sounds or files in one result; at most "
              + MAX_BINARY_BYTES
              + " are passed on: return a link, or a smaller one");
    }
    return checked;
  }

  private static Content checked(Content piece) throws ContractException {
    if (piece instanceof Content.Text text) {
      return new Content.Text(UnicodeText.wellFormed(text.text()));
    }
    if (piece instanceof Content.Image image) {
      return typed(image, image.mimeType(), "image");
    }
    if (piece instanceof Content.Audio audio) {
      return typed(audio, audio.mimeType(), "audio");
    }
    if (piece instanceof Content.EmbeddedText embedded) {
      addressed(embedded.uri(), "an embedded resource");
      return new Content.EmbeddedText(
          embedded.uri(), embedded.mimeType(), UnicodeText.wellFormed(embedded.text()));
    }
    if (piece instanceof Content.EmbeddedBytes embedded) {
      addressed(embedded.uri(), "an embedded resource");
    } else if (piece instanceof Content.Link link) {
      addressed(link.uri(), "a link");
    }
    return piece;
  }

  private static Content typed(Content piece, String mimeType, String kind)
      throws ContractException {
    if (!mimeType.regionMatches(true, 0, kind + "/", 0, kind.length() + 1)
        || mimeType.length() == kind.length() + 1) {
      throw new ContractException(
          "content of kind " + kind + " whose MIME type '" + mimeType + "' is none");
    }
    return piece;
  }

  private static void addressed(String uri, String what) throws ContractException {
    try {
      if (new URI(uri).isAbsolute()) {
        return;
      }
    } catch (URISyntaxException e) {
      // Said below.
    }
    throw new ContractException(what + " whose URI '" + Schemas.cut(uri) + "' is not absolute");
  }

  private static long bytesOf(Content piece) {
    if (piece instanceof Content.Image image) {
      return image.data().length;
    }
    if (piece instanceof Content.Audio audio) {
      return audio.data().length;
    }
    return piece instanceof Content.EmbeddedBytes embedded ? embedded.data().length : 0;
  }
}
