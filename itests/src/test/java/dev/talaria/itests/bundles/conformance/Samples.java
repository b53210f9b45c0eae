package dev.talaria.itests.bundles.conformance;

import java.util.Base64;

/** The smallest things of their kinds. */
final class Samples {
  /** A PNG of one red pixel. */
  static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5E"
                  + "rkJggg==");

  /** A WAV file without a sample. */
  static final byte[] WAV =
      Base64.getDecoder().decode("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=");

  private Samples() {}
}
