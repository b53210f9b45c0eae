package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarSignatureTest {
  @TempDir static Path keys;
  private static SigningKey alice;
  private static SigningKey bob;

  @TempDir Path folder;
  private Path jar;

  @BeforeAll
  static void makeKeys() throws Exception {
    alice = new SigningKey(keys, "alice", -1, 100);
    bob = new SigningKey(keys, "bob", -1, 100);
  }

  @BeforeEach
  void write() throws IOException {
    jar = folder.resolve("a.jar");
    Files.write(
        jar,
        TestJar.bundle("com.example")
            .header("Bundle-Activator", "com.example.Good")
            .entry("com/example/Good.class", "good")
            .entry("META-INF/services/x", "y")
            .bytes());
  }

  @Test
  void aWholeSignatureNamesItsSigner() throws Exception {
    alice.sign(jar);

    JarSignature.Whole whole = (JarSignature.Whole) signature();

    Signer signer = whole.signers().iterator().next();
    assertThat(whole.signers()).hasSize(1);
    assertThat(signer.sha256()).isEqualTo(alice.sha256());
    assertThat(signer.subject()).isEqualTo("CN=alice");
    assertThat(signer.isValidAt(Instant.now())).isTrue();
  }

  @Test
  void twoMaySignTheSame() throws Exception {
    alice.sign(jar);
    bob.sign(jar);

    assertThat(((JarSignature.Whole) signature()).signers())
        .extracting(Signer::sha256)
        .containsExactlyInAnyOrder(alice.sha256(), bob.sha256());
  }

  @Test
  void whatSomebodyAddedForHimselfIsNotTheFirstSignersWord() throws Exception {
    alice.sign(jar);
    change(entries -> with(entries, "com/example/Evil.class", "evil"));
    bob.sign(jar);

    assertThat(((JarSignature.Whole) signature()).signers())
        .extracting(Signer::sha256)
        .containsExactly(bob.sha256());
  }

  @Test
  void withoutASignatureThereIsNone() throws Exception {
    assertThat(signature()).isInstanceOf(JarSignature.Unsigned.class);
  }

  @Test
  void aChangedEntryIsFound() throws Exception {
    sign();
    change(entries -> with(entries, "com/example/Good.class", "evil"));

    assertThat(signature()).isInstanceOf(JarSignature.Broken.class);
  }

  @Test
  void aChangedMainSectionIsFound() throws Exception {
    sign();
    change(
        entries ->
            with(
                entries,
                "META-INF/MANIFEST.MF",
                text(entries, "META-INF/MANIFEST.MF").replace("example.Good", "example.Evil")));

    assertThat(signature()).isInstanceOf(JarSignature.Broken.class);
  }

  @Test
  void anAddedEntryIsNotCovered() throws Exception {
    sign();
    change(entries -> with(entries, "META-INF/more.class", "evil"));

    assertThat(((JarSignature.Partial) signature()).reason()).contains("META-INF/more.class");
  }

  @Test
  void aSecondManifestIsNone() throws Exception {
    sign();
    change(entries -> with(entries, "meta-inf/MANIFEST.MF", "Bundle-Activator: com.example.Evil"));

    assertThat(((JarSignature.Broken) signature()).reason()).contains("meta-inf/MANIFEST.MF");
  }

  @Test
  void aSignatureFileWithoutItsBlockIsWorthNothing() throws Exception {
    sign();
    change(
        entries -> {
          entries.keySet().removeIf(name -> name.endsWith(".EC"));
          return entries;
        });

    assertThat(signature()).isInstanceOf(JarSignature.Partial.class);
  }

  @Test
  void refusedWhenAlteredWhateverTheTrust() throws Exception {
    sign();
    change(entries -> with(entries, "com/example/Good.class", "evil"));
    CoreFacts core = new CoreFacts(Set.of(), Set.of(), Set.of(), Map.of(), 17);

    assertThat(new ManifestRules(core, (tool, document) -> Optional.empty()).check(read()))
        .singleElement()
        .extracting(Refusal::reason)
        .asString()
        .contains("changed after it was signed");
  }

  private void sign() throws Exception {
    alice.sign(jar);
  }

  private JarSignature signature() throws IOException {
    return read().signature();
  }

  private BundleJar read() throws IOException {
    JarReading reading = new BundleJarReader(JarLimits.DEFAULT).read(jar);
    assertThat(reading).isInstanceOf(JarReading.Readable.class);
    return ((JarReading.Readable) reading).jar();
  }

  private static Map<String, byte[]> with(Map<String, byte[]> entries, String name, String text) {
    entries.put(name, text.getBytes(StandardCharsets.UTF_8));
    return entries;
  }

  private static String text(Map<String, byte[]> entries, String name) {
    return new String(entries.get(name), StandardCharsets.UTF_8);
  }

  private void change(UnaryOperator<Map<String, byte[]>> change) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : change.apply(entries).entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
  }
}
