package dev.talaria.formats.jar;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Verifies the signatures of a JAR by the JDK, and asks for more than the JDK does: one signer for
 * all entries, and a digest of the manifest's main section, where everything stands that decides
 * about a bundle. Used on files that were read whole before, so sizes are within bounds.
 */
final class SignatureReader {
  private static final String FOLDER = "META-INF/";

  /** What signing itself adds, which no signature can cover (JAR File Specification). */
  private static final Pattern OF_SIGNING =
      Pattern.compile("META-INF/(MANIFEST\\.MF|[^/]+\\.(SF|RSA|DSA|EC)|SIG-[^/]*)");

  private static final Pattern SIGNATURE_FILE = Pattern.compile("META-INF/[^/]+\\.SF");

  /** The digests that count for the main section; the JDK compares them when they are there. */
  private static final Set<String> MAIN_DIGESTS =
      Set.of(
          "SHA-256-Digest-Manifest-Main-Attributes",
          "SHA-384-Digest-Manifest-Main-Attributes",
          "SHA-512-Digest-Manifest-Main-Attributes");

  private SignatureReader() {}

  static JarSignature read(Path file, Set<String> names) throws IOException {
    if (names.stream().noneMatch(name -> matches(SIGNATURE_FILE, name))) {
      return new JarSignature.Unsigned();
    }
    for (String name : names) {
      // The JDK and the framework could each take another of the two.
      if (name.equalsIgnoreCase(JarFile.MANIFEST_NAME) && !name.equals(JarFile.MANIFEST_NAME)) {
        return new JarSignature.Broken("its entry " + name + " could be taken for the manifest");
      }
    }
    try (JarFile jar = new JarFile(file.toFile(), true, ZipFile.OPEN_READ, JarFile.baseVersion())) {
      return verify(jar);
    } catch (SecurityException e) {
      return new JarSignature.Broken(
          "it was changed after it was signed: " + (e.getMessage() == null ? e : e.getMessage()));
    }
  }

  private static JarSignature verify(JarFile jar) throws IOException {
    Set<CodeSigner> common = null;
    for (JarEntry entry : Collections.list(jar.entries())) {
      // Everything has to be read before any verdict: the JDK compares digests at the end of each.
      try (InputStream in = jar.getInputStream(entry)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      String name = entry.getName();
      if (matches(OF_SIGNING, name) || entry.isDirectory() && entry.getSize() == 0) {
        continue;
      }
      CodeSigner[] signers = entry.getCodeSigners();
      if (signers == null) {
        return new JarSignature.Partial("its entry " + name + " is not signed");
      }
      if (common == null) {
        common = new HashSet<>(Set.of(signers));
      } else {
        common.retainAll(Set.of(signers));
      }
      if (common.isEmpty()) {
        return new JarSignature.Partial("nobody signed all of its entries");
      }
    }
    if (common == null) {
      return new JarSignature.Partial("its signature covers no entry");
    }
    String unbound = withoutMainDigest(jar);
    if (!unbound.isEmpty()) {
      return new JarSignature.Partial(
          unbound + " has no digest of the manifest's main section (SHA-256 or longer)");
    }
    Set<Signer> signers = new HashSet<>();
    for (CodeSigner signer : common) {
      signers.add(signer(signer));
    }
    return new JarSignature.Whole(signers);
  }

  /** Returns a signature file that leaves the manifest's main section open; empty if none does. */
  private static String withoutMainDigest(JarFile jar) throws IOException {
    for (JarEntry entry : Collections.list(jar.entries())) {
      if (!matches(SIGNATURE_FILE, entry.getName())) {
        continue;
      }
      try (InputStream in = jar.getInputStream(entry)) {
        Attributes main = new Manifest(in).getMainAttributes();
        if (MAIN_DIGESTS.stream().allMatch(digest -> main.getValue(digest) == null)) {
          return entry.getName();
        }
      }
    }
    return "";
  }

  private static Signer signer(CodeSigner signer) {
    X509Certificate certificate =
        (X509Certificate) signer.getSignerCertPath().getCertificates().get(0);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return new Signer(
          HexFormat.of().formatHex(hash),
          certificate.getSubjectX500Principal().getName(),
          certificate.getNotBefore().toInstant(),
          certificate.getNotAfter().toInstant());
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("every Java has SHA-256 and encoded certificates", e);
    }
  }

  private static boolean matches(Pattern pattern, String name) {
    // The JDK takes these names in any case.
    return name.length() > FOLDER.length()
        && pattern.matcher(name.toUpperCase(Locale.ROOT)).matches();
  }
}
