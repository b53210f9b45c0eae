package dev.talaria.deploy.internal.settings;

import dev.talaria.formats.dropped.DroppedKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The configuration of the agent, as it holds.
 *
 * @param folder that is watched; absolute
 * @param settle how long a file that is not whole is left alone
 * @param rescan how often the folder is listed without a reason
 * @param startTimeout how long a bundle may take to start
 * @param trust whose bundles are taken
 * @param allowedSha256 hashes that {@link Trust#ALLOWLIST} takes, lower-case
 * @param trustedSigners hashes of the certificates that {@link Trust#SIGNED} takes
 * @param allowed kinds of files that are taken besides bundles
 */
public record DeploySettings(
    Path folder,
    Duration settle,
    Duration rescan,
    Duration startTimeout,
    Trust trust,
    Set<String> allowedSha256,
    Set<String> trustedSigners,
    Set<DroppedKind> allowed) {
  /**
   * Values as they stand in the configuration.
   *
   * @param doors the keys that open something, as they are, whatever their type
   */
  public record Raw(
      String folder,
      String settle,
      String rescan,
      String startTimeout,
      String trust,
      List<String> allowedSha256,
      List<String> trustedSigners,
      Map<String, Object> doors) {
    public Raw {
      doors = Map.copyOf(doors);
    }
  }

  public static final String PID = "dev.talaria.deploy";

  /** What holds for a value that cannot be used and has no last good one. */
  private static final Duration SETTLE = Duration.ofMillis(200);

  private static final Duration RESCAN = Duration.ofSeconds(5);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

  public DeploySettings {
    allowedSha256 = Set.copyOf(allowedSha256);
    trustedSigners = Set.copyOf(trustedSigners);
    allowed = Set.copyOf(allowed);
  }

  /** Returns these settings with other kinds allowed. */
  public DeploySettings allowing(Set<DroppedKind> kinds) {
    return new DeploySettings(
        folder, settle, rescan, startTimeout, trust, allowedSha256, trustedSigners, kinds);
  }

  /** Returns why files of a kind are not taken, and what to set; empty if they are. */
  public Optional<String> refusal(DroppedKind kind) {
    if (kind.key().isEmpty()) {
      return Optional.empty();
    }
    String key = kind.key().get();
    if (!allowed.contains(kind)) {
      return Optional.of(
          "set "
              + key
              + "=true"
              + (kind == DroppedKind.SOURCE ? " (with trust=any)" : "")
              + " in "
              + PID
              + " and start Talaria again to have such files taken");
    }
    return kind == DroppedKind.SOURCE && trust != Trust.ANY
        ? Optional.of(
            key
                + " of "
                + PID
                + " holds with trust=any only: what a source becomes, nobody listed or signed")
        : Optional.empty();
  }

  /**
   * Reads configured values. One that cannot be used is reported and its last good value stays.
   *
   * @param before what held so far, if anything did
   * @param problems gets a sentence for each value that was not taken
   */
  public static DeploySettings of(
      Raw raw, Path home, Optional<DeploySettings> before, Consumer<String> problems) {
    Path folder = before.map(DeploySettings::folder).orElseGet(() -> home.resolve("deploy"));
    try {
      folder = home.resolve(raw.folder().strip()).normalize();
    } catch (InvalidPathException e) {
      problems.accept("folder '" + raw.folder() + "' is no path; " + folder + " stays");
    }
    Trust trust = trust(raw.trust(), before, problems);
    // What belongs to the trust that stays, stays with it: else loosening would end what runs.
    Optional<DeploySettings> staying = before.filter(it -> Trust.of(raw.trust()).opens(it.trust()));
    return new DeploySettings(
        folder,
        duration(
            "settle", raw.settle(), before.map(DeploySettings::settle).orElse(SETTLE), problems),
        duration(
            "rescan", raw.rescan(), before.map(DeploySettings::rescan).orElse(RESCAN), problems),
        duration(
            "start_timeout",
            raw.startTimeout(),
            before.map(DeploySettings::startTimeout).orElse(START_TIMEOUT),
            problems),
        trust,
        staying
            .map(DeploySettings::allowedSha256)
            .orElseGet(
                () ->
                    raw.allowedSha256().stream()
                        .map(hash -> hash.strip().toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet())),
        staying
            .map(DeploySettings::trustedSigners)
            .orElseGet(() -> signers(raw.trustedSigners(), problems)),
        allowed(raw.doors(), before, problems));
  }

  private static Set<DroppedKind> allowed(
      Map<String, Object> doors, Optional<DeploySettings> before, Consumer<String> problems) {
    Set<DroppedKind> allowed = EnumSet.noneOf(DroppedKind.class);
    for (DroppedKind kind : DroppedKind.values()) {
      Object value = kind.key().map(doors::get).orElse(false);
      if (!Boolean.TRUE.equals(value) && !"true".equals(value)) {
        continue;
      }
      if (before.isPresent() && !before.get().allowed().contains(kind)) {
        problems.accept(kind.key().orElseThrow() + "=true takes effect at the next start");
      } else {
        allowed.add(kind);
      }
    }
    return allowed;
  }

  /** Takes fingerprints as tools print them, with or without colons. */
  private static Set<String> signers(List<String> raw, Consumer<String> problems) {
    Set<String> signers = new HashSet<>();
    for (String text : raw) {
      String fingerprint = text.replaceAll("[:\\s]", "").toLowerCase(Locale.ROOT);
      if (fingerprint.matches("[0-9a-f]{64}")) {
        signers.add(fingerprint);
      } else if (!text.isBlank()) {
        problems.accept(
            "trusted_signers '"
                + text
                + "' is no SHA-256 of a certificate; nobody is trusted by it");
      }
    }
    return signers;
  }

  /** Who can loosen trust while the runtime runs could drop what it then takes. */
  private static Trust trust(
      String raw, Optional<DeploySettings> before, Consumer<String> problems) {
    Trust trust = Trust.of(raw);
    if (trust == Trust.SIGNED && !raw.strip().equals("signed")) {
      problems.accept("trust '" + raw + "' is not any, allowlist or signed; taken as signed");
    }
    if (before.isPresent() && trust.opens(before.get().trust())) {
      problems.accept(
          "trust is loosened to '"
              + raw.strip()
              + "', which takes effect at the next start; until then "
              + before.get().trust().name().toLowerCase(Locale.ROOT)
              + " and its list stay as they were");
      return before.get().trust();
    }
    return trust;
  }

  private static Duration duration(
      String key, String raw, Duration otherwise, Consumer<String> problems) {
    Optional<Duration> read = DurationText.parse(raw).filter(value -> !value.isZero());
    if (read.isEmpty()) {
      problems.accept(
          key + " '" + raw + "' is no duration such as 200ms or 5s; " + otherwise + " stays");
    }
    return read.orElse(otherwise);
  }
}
