package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.settings.Trust;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import dev.talaria.formats.jar.JarSignature;
import dev.talaria.formats.jar.Signer;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Says whether a content may run by what the operator trusts. With {@code trust=signed} an owner
 * belongs to the signer of the first content that ran for it: grants go with the symbolic name,
 * which anybody can write into a manifest. Used by the agent's thread only.
 */
final class Admission {
  private static final String PID = DeploySettings.PID;

  private final Ledger ledger;
  private final Clock clock;

  /** Contents whose signer was valid in this run: an expiry does not end what runs. */
  private final Set<String> onceValid = new HashSet<>();

  Admission(Ledger ledger, Clock clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /** Returns why a content is not trusted; empty if it is. */
  Optional<String> distrust(Content content, DeploySettings settings) {
    Optional<String> refusal = settings.refusal(content.kind());
    if (refusal.isPresent()) {
      return refusal;
    }
    return switch (settings.trust()) {
      case ANY -> Optional.empty();
      case ALLOWLIST ->
          settings.allowedSha256().contains(content.sha256())
              ? Optional.empty()
              : Optional.of(
                  "its SHA-256 "
                      + content.sha256()
                      + " is not in allowed_sha256 of "
                      + PID
                      + " (trust=allowlist)");
      case SIGNED -> unsigned(content, settings);
    };
  }

  private Optional<String> unsigned(Content content, DeploySettings settings) {
    if (content.signature() instanceof JarSignature.Whole whole) {
      return untrusted(content, whole, settings);
    }
    String problem = "it is not signed";
    if (content.signature() instanceof JarSignature.Partial partial) {
      problem = partial.reason();
    } else if (content.signature() instanceof JarSignature.Broken broken) {
      problem = broken.reason();
    }
    return Optional.of(problem + " (trust=signed in " + PID + "); sign it with jarsigner");
  }

  private Optional<String> untrusted(
      Content content, JarSignature.Whole whole, DeploySettings settings) {
    Set<Signer> trusted = trusted(whole, settings);
    if (trusted.isEmpty()) {
      return Optional.of(
          "none of its signers is in trusted_signers of "
              + PID
              + " (trust=signed): "
              + names(whole.signers()));
    }
    Set<Signer> valid =
        trusted.stream()
            .filter(
                signer -> onceValid.contains(content.sha256()) || signer.isValidAt(clock.instant()))
            .collect(Collectors.toSet());
    if (valid.isEmpty()) {
      Signer signer = trusted.iterator().next();
      return Optional.of(
          "the certificate of its signer "
              + names(trusted)
              + " is valid only from "
              + signer.notBefore()
              + " to "
              + signer.notAfter()
              + "; sign it with a new one and list that in trusted_signers of "
              + PID);
    }
    onceValid.add(content.sha256());
    String symbolicName = content.symbolicName();
    Optional<String> bound = ledger.signer(symbolicName);
    if (bound.isPresent() && valid.stream().noneMatch(it -> it.sha256().equals(bound.get()))) {
      return Optional.of(
          symbolicName
              + " belongs to the signer "
              + bound.get()
              + ", and this is signed by "
              + names(valid)
              + "; `talaria undeploy --forget "
              + symbolicName
              + "` gives the name free");
    }
    return Optional.empty();
  }

  /** Binds an owner that runs to the signer it is trusted for, unless it is bound. */
  void bind(Content content, DeploySettings settings) {
    if (settings.trust() == Trust.SIGNED
        && content.signature() instanceof JarSignature.Whole whole
        && ledger.signer(content.symbolicName()).isEmpty()) {
      trusted(whole, settings).stream()
          .map(Signer::sha256)
          .min(Comparator.naturalOrder())
          .ifPresent(signer -> ledger.bind(content.symbolicName(), signer));
    }
  }

  private static Set<Signer> trusted(JarSignature.Whole whole, DeploySettings settings) {
    return whole.signers().stream()
        .filter(signer -> settings.trustedSigners().contains(signer.sha256()))
        .collect(Collectors.toSet());
  }

  private static String names(Set<Signer> signers) {
    Set<String> names = new TreeSet<>();
    signers.forEach(signer -> names.add(signer.sha256() + " (" + signer.subject() + ")"));
    return String.join(", ", names);
  }
}
