package dev.talaria.guard.paths;

import java.nio.file.Path;
import java.util.List;

/** What no tool reads or changes for a model, on any machine. */
public final class StandardDenyRules {
  private static final String PSEUDO = "a device or pseudo file";
  private static final String CREDENTIALS = "a place where credentials are kept";
  private static final String SYSTEM = "a part of the system";

  private static final List<String> PSEUDO_FOLDERS =
      List.of("/dev", "/proc", "/sys", "/run", "/var/run", "/private/var/run");

  private static final List<String> SECRET_FILES =
      List.of(
          "/etc/shadow",
          "/etc/shadow-",
          "/etc/gshadow",
          "/etc/gshadow-",
          "/etc/sudoers",
          "/etc/sudoers.d",
          "/private/etc/sudoers",
          "/private/etc/master.passwd");

  private static final List<String> SYSTEM_FOLDERS =
      List.of(
          "/etc",
          "/boot",
          "/usr",
          "/bin",
          "/sbin",
          "/lib",
          "/lib32",
          "/lib64",
          "/libx32",
          "/private/etc",
          "/System",
          "/Library",
          "/Applications",
          "/var/spool/cron",
          "C:\\Windows",
          "C:\\Program Files",
          "C:\\Program Files (x86)");

  private static final List<String> CREDENTIAL_NAMES =
      List.of(
          ".env",
          ".env.*",
          ".envrc",
          "auth.json",
          ".netrc",
          "_netrc",
          ".pgpass",
          ".npmrc",
          ".pypirc",
          ".git-credentials",
          ".anthropic_oauth.json",
          "id_rsa",
          "id_dsa",
          "id_ecdsa",
          "id_ecdsa_sk",
          "id_ed25519",
          "id_ed25519_sk",
          ".ssh",
          ".aws",
          ".gnupg",
          ".kube",
          ".azure",
          ".config/gh",
          ".config/gcloud",
          ".docker/config.json",
          "mcp-tokens",
          ".vault-token",
          ".config/hub",
          ".m2/settings-security.xml");

  private static final List<String> START_FILES =
      List.of(
          ".bashrc",
          ".bash_profile",
          ".bash_login",
          ".bash_logout",
          ".profile",
          ".zshrc",
          ".zshenv",
          ".zprofile",
          ".zlogin",
          ".config/fish",
          ".config/systemd",
          ".config/autostart",
          ".local/bin",
          ".gitconfig",
          ".config/git",
          "bin");

  private StandardDenyRules() {}

  /**
   * Returns the list for a user.
   *
   * @param userHome the folder of the user that the runtime runs as
   */
  public static DenyRules forUser(Path userHome) {
    DenyRules.Builder rules = DenyRules.builder();
    PSEUDO_FOLDERS.forEach(f -> rules.folder(Path.of(f), PSEUDO));
    SECRET_FILES.forEach(f -> rules.folder(Path.of(f), CREDENTIALS));
    SYSTEM_FOLDERS.forEach(f -> rules.folderForWriting(Path.of(f), SYSTEM));
    CREDENTIAL_NAMES.forEach(n -> rules.names(n, CREDENTIALS));
    rules.folder(userHome.resolve(".docker"), CREDENTIALS);
    START_FILES.forEach(
        f -> rules.folderForWriting(userHome.resolve(f), "run when the user works"));
    rules.namesForWriting("authorized_keys", CREDENTIALS);
    // Git runs what these say at the user's next command: writing them would be running code.
    rules.namesForWriting(".git/hooks", "run by git");
    rules.namesForWriting(".git/config", "run by git");
    rules.namesForWriting("docker.sock", PSEUDO);
    return rules.build();
  }
}
