package dev.talaria.deploy.internal.store;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.jar.BundleManifest;
import dev.talaria.formats.jar.JarSignature;
import java.util.List;
import java.util.Objects;
import org.osgi.framework.Version;

/**
 * One content of one bundle that passed the rules, whatever file it came from.
 *
 * @param sha256 of what was dropped, in lower-case hexadecimal
 * @param manifest of the bundle, which may have been made of what was dropped
 * @param signature what the signatures of what was dropped are worth
 * @param hooks that its components declare
 * @param kind of what was dropped
 */
public record Content(
    String sha256,
    BundleManifest manifest,
    JarSignature signature,
    List<DeclaredHook> hooks,
    DroppedKind kind) {
  public Content {
    Objects.requireNonNull(sha256, "sha256");
    Objects.requireNonNull(manifest, "manifest");
    Objects.requireNonNull(signature, "signature");
    hooks = List.copyOf(hooks);
    Objects.requireNonNull(kind, "kind");
  }

  public String symbolicName() {
    return manifest.symbolicName();
  }

  public Version version() {
    return Version.parseVersion(manifest.version());
  }

  /** Name and version, for messages. */
  public String label() {
    return symbolicName() + " " + version();
  }
}
