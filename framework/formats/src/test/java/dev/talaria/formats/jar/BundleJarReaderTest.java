package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleJarReaderTest {
  private static final JarLimits SMALL = new JarLimits(1 << 20, 50, 4 << 20, 10, 1 << 19, 1 << 16);

  @TempDir Path folder;

  @Test
  void readsABundle() throws Exception {
    BundleJar jar =
        readable(
            TestJar.bundle("com.example.weather;singleton:=true")
                .header("Service-Component", "OSGI-INF/c.xml")
                .header("Provide-Capability", tool("get_weather"))
                .entry("OSGI-INF/tools/get_weather.json", "{}")
                .entry("OSGI-INF/c.xml", component("c", "configuration-pid='$ other'"))
                .bytes());

    assertThat(jar.manifest().symbolicName()).isEqualTo("com.example.weather");
    assertThat(jar.manifest().version()).isEqualTo("1.2.3");
    assertThat(jar.manifest().singleton()).isTrue();
    assertThat(jar.manifest().tools())
        .containsExactly(
            new ToolCapability("get_weather", "weather", false, "OSGI-INF/tools/get_weather.json"));
    assertThat(jar.components())
        .containsExactly(
            new ComponentDescription(
                "OSGI-INF/c.xml",
                "c",
                List.of("c", "other"),
                List.of(),
                ComponentDescription.Start.BY_ITSELF,
                Map.of()));
    assertThat(jar.entries()).contains("META-INF/MANIFEST.MF", "OSGI-INF/c.xml");
  }

  @Test
  void everyPrefixOfAJarIsIncomplete() throws Exception {
    byte[] whole = sample();
    for (int length = 0; length < whole.length; length++) {
      JarReading reading = read(Arrays.copyOf(whole, length));
      assertThat(reading).as("first %s bytes", length).isInstanceOf(JarReading.Incomplete.class);
    }
    assertThat(read(whole)).isInstanceOf(JarReading.Readable.class);
  }

  @Test
  void aTruncatedJarThatEndsWithAnEmbeddedOneIsIncomplete() throws Exception {
    byte[] embedded = TestJar.bundle("inner").bytes();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      ZipEntry entry = new ZipEntry("inner.jar");
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(embedded.length);
      CRC32 crc = new CRC32();
      crc.update(embedded);
      entry.setCrc(crc.getValue());
      zip.putNextEntry(entry);
      zip.write(embedded);
    }
    byte[] cut = Arrays.copyOf(bytes.toByteArray(), 30 + "inner.jar".length() + embedded.length);

    assertThat(read(cut)).isInstanceOf(JarReading.Incomplete.class);
  }

  @Test
  void extraBytesAtTheEndAreIncomplete() throws Exception {
    byte[] whole = sample();

    assertThat(read(Arrays.copyOf(whole, whole.length + 1)))
        .isInstanceOf(JarReading.Incomplete.class);
  }

  @Test
  void moreEntriesThanAnOrdinaryJarCanHaveAreNotSupportedRatherThanCorrupt() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setComment("built by hand");
      for (int i = 0; i < 66_000; i++) {
        zip.putNextEntry(new ZipEntry("e" + i));
      }
    }

    assertThat(read(bytes.toByteArray()))
        .isInstanceOfSatisfying(
            JarReading.Unacceptable.class,
            refused ->
                assertThat(refused.refusal().toString())
                    .contains("zip64", "more than 65535 entries", "not supported"));
  }

  @Test
  void aCommentAtTheEndIsPartOfTheJar() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setComment("built by hand");
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      zip.write(
          "Bundle-ManifestVersion: 2\nBundle-SymbolicName: a\n".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(read(bytes.toByteArray())).isInstanceOf(JarReading.Readable.class);
  }

  /** Half of an overwrite in place: the end is there, the middle is from the other file. */
  @Test
  void aChangedByteInAnEntryIsIncomplete() throws Exception {
    byte[] jar = TestJar.bundle("a").entry("big.bin", noise(20_000)).bytes();
    jar[9_000] ^= 1;

    assertThat(read(jar)).isInstanceOf(JarReading.Incomplete.class);
  }

  @Test
  void anyFlippedByteIsFoundOrHarmless() throws Exception {
    byte[] whole = sample();
    Random random = new Random(7);
    for (int i = 0; i < 600; i++) {
      byte[] changed = whole.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      }
      JarReading reading = read(changed);
      if (reading instanceof JarReading.Readable readable) {
        assertThat(readable.jar().manifest().symbolicName()).isEqualTo("com.example");
      }
    }
  }

  @Test
  void noiseIsNeverReadable() throws Exception {
    for (int length : new int[] {1, 21, 22, 23, 4096, 70_000}) {
      assertThat(read(noise(length))).isInstanceOf(JarReading.Incomplete.class);
    }
  }

  @Test
  void textIsSaidToBeNoJar() throws Exception {
    JarReading reading =
        read("hello, I am a text file and no archive".getBytes(StandardCharsets.UTF_8));

    assertThat(((JarReading.Incomplete) reading).reason()).contains("no JAR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../up.txt", "/abs", "a/../../b", "C:/x", "a\\b", "./a"})
  void entriesThatLeadElsewhereAreUnacceptable(String name) throws Exception {
    assertThat(refusal(TestJar.bundle("a").entry(name, "x").bytes()).reason())
        .contains("leads out of it");
  }

  @Test
  void twoEntriesOfOneNameAreUnacceptable() throws Exception {
    byte[] jar = TestJar.bundle("a").entry("first.txt", "1").entry("secon.txt", "2").bytes();
    String text = new String(jar, StandardCharsets.ISO_8859_1).replace("secon.txt", "first.txt");

    assertThat(refusal(text.getBytes(StandardCharsets.ISO_8859_1)).reason())
        .contains("two entries");
  }

  @Test
  void aBombIsUnacceptable() throws Exception {
    byte[] jar = TestJar.bundle("a").entry("zeros.bin", new byte[3 << 20]).bytes();

    assertThat(jar.length).isLessThan(10_000);
    assertThat(refusal(jar).reason()).contains("bomb");
  }

  @Test
  void aBombThatLiesAboutItsSizeIsFound() throws Exception {
    byte[] jar = TestJar.bundle("a").entry("zeros.bin", new byte[3 << 20]).bytes();
    ByteBuffer bytes = ByteBuffer.wrap(jar).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < jar.length - 4; at++) {
      if (bytes.getInt(at) == 3 << 20) {
        bytes.putInt(at, 10);
      }
    }

    assertThat(read(jar)).isNotInstanceOf(JarReading.Readable.class);
  }

  @Test
  void tooManyEntriesAndTooLongManifestsAreUnacceptable() throws Exception {
    TestJar many = TestJar.bundle("a");
    for (int i = 0; i < 60; i++) {
      many.entry("e" + i, "");
    }
    TestJar longOne = TestJar.bundle("a").header("X-Long", "x".repeat(70_000));

    assertThat(refusal(many.bytes()).reason()).contains("entries");
    assertThat(refusal(longOne.bytes()).reason()).contains("MANIFEST.MF");
  }

  @Test
  void whatIsNoBundleSaysSo() throws Exception {
    assertThat(plain(new TestJar().entry("a.txt", "a").bytes()).lacks()).contains("no OSGi bundle");
    assertThat(plain(new TestJar().header("Manifest-Version", "1.0").bytes()).lacks())
        .contains("no Bundle-SymbolicName");
    assertThat(plain(TestJar.bundle("").bytes()).lacks()).contains("no Bundle-SymbolicName");
    assertThat(refusal(TestJar.bundle("a b").bytes()).reason()).contains("no valid name");
    assertThat(refusal(TestJar.bundle("a").header("Bundle-Version", "one").bytes()).reason())
        .contains("'one' is no version");
    assertThat(refusal(TestJar.bundle("a").header("Import-Package", "a;;").bytes()).reason())
        .contains("Import-Package");
  }

  @Test
  void componentDescriptionsAreReadByWildcardToo() throws Exception {
    BundleJar jar =
        readable(
            TestJar.bundle("a")
                .header("Service-Component", "OSGI-INF/*.xml")
                .entry("OSGI-INF/one.xml", component("one", ""))
                .entry("OSGI-INF/two.xml", "<component><implementation class='x.Two'/></component>")
                .entry("OSGI-INF/deep/three.xml", "no xml")
                .bytes());

    assertThat(jar.components())
        .flatExtracting(ComponentDescription::configurationPids)
        .containsExactlyInAnyOrder("one", "x.Two");
  }

  @Test
  void readsPropertiesAndWhatHasToHappenBeforeAComponentIsThere() throws Exception {
    String description =
        """
        <c:components xmlns:c='http://www.osgi.org/xmlns/scr/v1.4.0'>
          <c:component name='one'>
            <implementation class='x.One'/>
            <property name='list' type='String'>
              terminal
              write_*
            </property>
            <property name='single' value='x'/>
            <property name='nothing'/>
            <service><provide interface='x.Service'/></service>
          </c:component>
          <c:component name='two' configuration-policy='require'/>
          <c:component name='three' enabled='false'/>
          <c:component name='four' factory='x' configuration-policy='require'/>
        </c:components>
        """;
    BundleJar jar =
        readable(
            TestJar.bundle("a")
                .header("Service-Component", "c.xml")
                .entry("c.xml", description)
                .bytes());
    assertThat(jar.components())
        .extracting(ComponentDescription::start)
        .containsExactly(
            ComponentDescription.Start.BY_ITSELF,
            ComponentDescription.Start.CONFIGURED,
            ComponentDescription.Start.BY_CODE,
            ComponentDescription.Start.BY_CODE);
    ComponentDescription one = jar.components().get(0);
    assertThat(one.properties())
        .isEqualTo(
            Map.of(
                "list", List.of("terminal", "write_*"),
                "single", List.of("x"),
                "nothing", List.of()));
    assertThat(one.services()).containsExactly("x.Service");
  }

  @Test
  void badComponentDescriptionsAreUnacceptable() throws Exception {
    TestJar jar = TestJar.bundle("a").header("Service-Component", "c.xml");

    assertThat(refusal(jar.bytes()).reason()).contains("c.xml, which is not in it");
    assertThat(refusal(jar.entry("c.xml", "<open>").bytes()).reason()).contains("no valid XML");
    String entity = "<!DOCTYPE c [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><component name='&e;'/>";
    assertThat(refusal(jar.entry("c.xml", entity).bytes()).reason()).contains("c.xml");
  }

  @Test
  void copiesOfTheApiAreFoundEverywhereOnTheClassPath() throws Exception {
    byte[] inner = new TestJar().entry("dev/talaria/api/Tool.class", "").bytes();
    BundleJar jar =
        readable(
            TestJar.bundle("a")
                .header("Bundle-ClassPath", ".,lib/inner.jar,classes")
                .entry("lib/inner.jar", inner)
                .entry("unused.jar", inner)
                .entry("classes/dev/talaria/api/A.class", "")
                .entry("META-INF/versions/17/dev/talaria/api/B.class", "")
                .entry("dev/talaria/api/notes.txt", "")
                .entry("x/dev/talaria/api/C.class", "")
                .bytes());

    assertThat(jar.apiCopies())
        .containsExactly(
            "META-INF/versions/17/dev/talaria/api/B.class",
            "classes/dev/talaria/api/A.class",
            "lib/inner.jar!/dev/talaria/api/Tool.class");
  }

  @Test
  void anEmbeddedJarThatCannotBeReadIsUnacceptable() throws Exception {
    TestJar jar =
        TestJar.bundle("a").header("Bundle-ClassPath", "lib.jar").entry("lib.jar", "no jar");

    assertThat(refusal(jar.bytes()).reason()).contains("embedded JAR lib.jar");
  }

  private static String tool(String name) {
    return "dev.talaria.tool;dev.talaria.tool="
        + name
        + ";toolset=weather;override:String='false';schema='OSGI-INF/tools/".replace("'", "\"")
        + name
        + ".json\";class=x.Y";
  }

  private static String component(String name, String attributes) {
    return "<scr:component xmlns:scr='http://www.osgi.org/xmlns/scr/v1.4.0' name='"
        + name
        + "' "
        + attributes
        + "><implementation class='x.Impl'/></scr:component>";
  }

  private static byte[] sample() {
    return TestJar.bundle("com.example")
        .header("Service-Component", "OSGI-INF/c.xml")
        .entry("OSGI-INF/c.xml", component("c", ""))
        .entry("a/b.txt", noise(300))
        .bytes();
  }

  private static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(length).nextBytes(noise);
    return noise;
  }

  private JarReading read(byte[] content) throws IOException {
    Path file = folder.resolve("x.jar");
    Files.write(file, content);
    return new BundleJarReader(SMALL).read(file);
  }

  private BundleJar readable(byte[] content) throws IOException {
    JarReading reading = read(content);
    assertThat(reading).isInstanceOf(JarReading.Readable.class);
    return ((JarReading.Readable) reading).jar();
  }

  private PlainJar plain(byte[] jar) throws Exception {
    JarReading reading = read(jar);
    assertThat(reading).isInstanceOf(JarReading.Plain.class);
    return ((JarReading.Plain) reading).jar();
  }

  private Refusal refusal(byte[] content) throws IOException {
    JarReading reading = read(content);
    assertThat(reading).isInstanceOf(JarReading.Unacceptable.class);
    return ((JarReading.Unacceptable) reading).refusal();
  }
}
