package dev.talaria.formats.jar;

import java.time.Instant;
import java.util.Objects;

/**
 * Who signed a JAR.
 *
 * @param sha256 of the signer's own certificate, in lower-case hexadecimal: the identity
 * @param subject of the certificate; what somebody wrote into it, so for people only
 * @param notBefore begin of the certificate's validity
 * @param notAfter end of the certificate's validity
 */
public record Signer(String sha256, String subject, Instant notBefore, Instant notAfter) {
  public Signer {
    Objects.requireNonNull(sha256, "sha256");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(notBefore, "notBefore");
    Objects.requireNonNull(notAfter, "notAfter");
  }

  /** Whether the certificate is valid at an instant. */
  public boolean isValidAt(Instant instant) {
    return !instant.isBefore(notBefore) && !instant.isAfter(notAfter);
  }
}
