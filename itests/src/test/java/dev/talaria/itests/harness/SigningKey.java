package dev.talaria.itests.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A key with a certificate of its own, used as an author does: with keytool and jarsigner. */
public final class SigningKey {
  private static final String PASSWORD = "changeit";
  private final Path store;

  private SigningKey(Path store) {
    this.store = store;
  }

  /** Makes a key in a folder. */
  public static SigningKey make(Path folder, String name) {
    SigningKey key = new SigningKey(folder.resolve(name + ".p12"));
    key.tool(
        "keytool", List.of("-genkeypair"), "-alias", "me", "-keyalg", "EC", "-dname", "CN=" + name);
    return key;
  }

  /** Signs a file in place. */
  public Path sign(Path jar) {
    tool("jarsigner", List.of(), jar.toString(), "me");
    return jar;
  }

  /** Returns the SHA-256 of the certificate, as {@code trusted_signers} takes it. */
  public String fingerprint() {
    try {
      byte[] certificate =
          KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
              .getCertificate("me")
              .getEncoded();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private void tool(String name, List<String> before, String... after) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
    command.addAll(before);
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    command.addAll(List.of(after));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(command + " failed: " + output);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
