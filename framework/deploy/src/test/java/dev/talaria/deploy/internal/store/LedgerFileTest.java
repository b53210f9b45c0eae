package dev.talaria.deploy.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.jar.BundleManifest;
import dev.talaria.formats.jar.JarSignature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFileTest {
  @TempDir Path folder;

  @Test
  void keepsEverything() throws Exception {
    Ledger ledger = new Ledger();
    ledger.sequence("gone");
    ledger.sequence("a.b");
    ledger.forget("gone");
    ledger.good("a.b", "f".repeat(64));
    ledger.take("a file, ümlaut\nand line%.jar", content("a.b", "c"));
    ledger.brokeStart("e");
    ledger.bind("a.b", "5");
    new LedgerFile(folder).writeIfChanged(ledger);

    Ledger read = new LedgerFile(folder).read();

    assertThat(read.owner("a.b")).isEqualTo(ledger.owner("a.b"));
    assertThat(read.file("a file, ümlaut\nand line%.jar"))
        .contains(new Ledger.Taken("c", "a.b", 1));
    assertThat(read.brokenStarts("e")).isEqualTo(1);
    assertThat(read.signer("a.b")).contains("5");
    assertThat(read.sequence("next")).as("numbers are never given twice").isEqualTo(3);
    assertThat(read.take("other.jar", content("x", "d")).taken()).isEqualTo(2);
  }

  @Test
  void theSameContentKeepsItsNumber() throws Exception {
    Ledger ledger = new Ledger();
    assertThat(ledger.take("a.jar", content("a", "1")).taken()).isEqualTo(1);
    assertThat(ledger.take("a.jar", content("a", "1")).taken()).isEqualTo(1);
    assertThat(ledger.take("a.jar", content("a", "2")).taken()).isEqualTo(2);
  }

  @Test
  void anyDamageIsFoundAndTheBackupTaken() throws Exception {
    LedgerFile file = new LedgerFile(folder);
    Ledger ledger = new Ledger();
    ledger.sequence("a");
    file.writeIfChanged(ledger);
    ledger.sequence("b");
    file.writeIfChanged(ledger);
    byte[] whole = Files.readAllBytes(folder.resolve("ledger"));
    byte[] backup = Files.readAllBytes(folder.resolve("ledger.bak"));
    Random random = new Random(3);

    for (int i = 0; i < 200; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
      Files.write(folder.resolve("ledger"), damaged);
      Files.write(folder.resolve("ledger.bak"), backup);

      Ledger read = file.read();

      assertThat(read.owner("a")).isPresent();
      assertThat(read.owner("b")).isEmpty();
      assertThat(folder.resolve("ledger.damaged")).exists();
    }
  }

  @Test
  void withoutAnyItBeginsAnew() throws Exception {
    assertThat(new LedgerFile(folder).read().sequence("a")).isEqualTo(1);
    Files.writeString(folder.resolve("ledger"), "");
    Files.writeString(folder.resolve("ledger.bak"), "talaria-ledger 1\nend x\n");
    assertThat(new LedgerFile(folder).read().sequence("a")).isEqualTo(1);
  }

  @Test
  void anInterruptDoesNotLoseIt() throws Exception {
    Ledger ledger = new Ledger();
    ledger.sequence("a");
    Thread.currentThread().interrupt();
    try {
      new LedgerFile(folder).writeIfChanged(ledger);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(new LedgerFile(folder).read().owner("a")).isPresent();
  }

  private static Content content(String symbolicName, String sha256) throws Exception {
    return new Content(
        sha256,
        BundleManifest.of(
            Map.of("Bundle-ManifestVersion", "2", "Bundle-SymbolicName", symbolicName)),
        new JarSignature.Unsigned(),
        List.of(),
        DroppedKind.BUNDLE);
  }
}
