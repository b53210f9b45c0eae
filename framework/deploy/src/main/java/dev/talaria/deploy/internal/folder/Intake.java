package dev.talaria.deploy.internal.folder;

import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.PrivateCopies;
import dev.talaria.deploy.internal.store.Sha256;
import dev.talaria.formats.jar.BundleJar;
import dev.talaria.formats.jar.BundleJarReader;
import dev.talaria.formats.jar.JarReading;
import dev.talaria.formats.jar.ManifestRules;
import dev.talaria.formats.jar.Refusal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes a file of the folder: copies it, verifies the copy and sees that the file did not change
 * meanwhile. Used by the agent's thread only.
 */
public final class Intake {
  private final PrivateCopies copies;
  private final BundleJarReader reader;
  private final ManifestRules rules;
  private final long longestFile;

  public Intake(
      PrivateCopies copies, BundleJarReader reader, ManifestRules rules, long longestFile) {
    this.copies = copies;
    this.reader = reader;
    this.rules = rules;
    this.longestFile = longestFile;
  }

  /** Looks at a file and keeps a copy if it is accepted. */
  Look look(Path file) {
    try {
      Optional<String> end = BundleJarReader.problemAtEnd(file);
      if (end.isPresent()) {
        return new Look.Incomplete(end.get());
      }
      if (Files.size(file) > longestFile) {
        return new Look.Refused(
            "", "", "", "it is longer than the limit of " + longestFile + " bytes");
      }
      try (PrivateCopies.Incoming incoming = copies.copy(file)) {
        Look look = judge(reader.read(incoming.file()), incoming.sha256());
        if (!(look instanceof Look.Incomplete) && !Sha256.of(file).equals(incoming.sha256())) {
          return new Look.Incomplete("it changed while it was copied");
        }
        if (look instanceof Look.Accepted) {
          copies.keep(incoming);
        }
        return look;
      }
    } catch (NoSuchFileException e) {
      return new Look.Incomplete("it went away");
    } catch (AccessDeniedException e) {
      return new Look.Unreadable("it may not be read: " + e.getMessage());
    } catch (IOException e) {
      return new Look.Unreadable("it could not be copied: " + e.getMessage());
    }
  }

  /** Finds a content that was accepted by a former runtime; the rules hold for it as well. */
  public Optional<Content> recall(String sha256) throws IOException {
    Optional<Path> copy = copies.find(sha256);
    if (copy.isPresent()
        && judge(reader.read(copy.get()), sha256) instanceof Look.Accepted accepted) {
      return Optional.of(accepted.content());
    }
    return Optional.empty();
  }

  private Look judge(JarReading reading, String sha256) {
    if (reading instanceof JarReading.Incomplete incomplete) {
      return new Look.Incomplete(incomplete.reason());
    }
    if (reading instanceof JarReading.Unacceptable unacceptable) {
      return new Look.Refused(sha256, "", "", unacceptable.refusal().toString());
    }
    BundleJar jar = ((JarReading.Readable) reading).jar();
    List<Refusal> refusals = rules.check(jar);
    if (!refusals.isEmpty()) {
      return new Look.Refused(
          sha256,
          jar.manifest().symbolicName(),
          jar.manifest().version(),
          refusals.stream().map(Refusal::toString).collect(Collectors.joining(" Also, ")));
    }
    return new Look.Accepted(
        new Content(
            sha256, jar.manifest(), jar.signature(), HookDeclarations.of(jar.components())));
  }
}
