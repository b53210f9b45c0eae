package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;

/** A key with a certificate of its own, to sign JARs with. */
final class SigningKey {
  private static final String PASSWORD = "changeit";
  private final Path store;
  private final String name;

  /** Makes a key, valid from a number of days (such as -1) on for a number of days. */
  SigningKey(Path folder, String name, int from, int days) throws Exception {
    this.name = name;
    this.store = folder.resolve(name + ".p12");
    Path java = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> command =
        new ArrayList<>(
            List.of(java.toString(), "-genkeypair", "-keystore", store.toString(), "-alias", name));
    command.addAll(List.of("-storepass", PASSWORD, "-keyalg", "EC", "-dname", "CN=" + name));
    command.addAll(List.of("-startdate", from + "d", "-validity", Integer.toString(days)));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes());
    assertThat(keytool.waitFor()).as(output).isZero();
  }

  String sha256() throws Exception {
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    byte[] certificate = keys.getCertificate(name).getEncoded();
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
  }

  /** Signs a file in place. */
  void sign(Path jar) throws Exception {
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    KeyStore.PrivateKeyEntry key =
        (KeyStore.PrivateKeyEntry)
            keys.getEntry(name, new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
    Path signed = jar.resolveSibling(jar.getFileName() + ".signed");
    try (ZipFile in = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(signed)) {
      new JarSigner.Builder(key).signerName(name.toUpperCase(Locale.ROOT)).build().sign(in, out);
    }
    Files.move(signed, jar, StandardCopyOption.REPLACE_EXISTING);
  }
}
