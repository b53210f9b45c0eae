package dev.talaria.deploy.internal.folder;

import dev.talaria.admin.BundleMaker;
import dev.talaria.deploy.internal.making.Order;
import dev.talaria.deploy.internal.making.Progress;
import dev.talaria.deploy.internal.making.Workshop;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.PrivateCopies;
import dev.talaria.deploy.internal.store.Sha256;
import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.dropped.DroppedName;
import dev.talaria.formats.jar.BundleJar;
import dev.talaria.formats.jar.BundleJarReader;
import dev.talaria.formats.jar.JarReading;
import dev.talaria.formats.jar.JarSignature;
import dev.talaria.formats.jar.ManifestRules;
import dev.talaria.formats.jar.PlainJar;
import dev.talaria.formats.jar.Refusal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Takes a file of the folder: copies it, verifies the copy and sees that the file did not change
 * meanwhile. What is no bundle becomes one in the workshop, and is verified as that. Used by the
 * agent's thread only.
 */
public final class Intake {
  private final PrivateCopies copies;
  private final BundleJarReader reader;
  private final ManifestRules rules;
  private final Workshop workshop;
  private final Supplier<Optional<BundleMaker>> maker;
  private final Supplier<DeploySettings> settings;
  private final long longestFile;

  /**
   * Takes what it works with.
   *
   * @param maker whose edition a made bundle must be of
   * @param settings as they hold at the moment
   * @param longestFile in bytes, of a JAR
   */
  public Intake(
      PrivateCopies copies,
      BundleJarReader reader,
      ManifestRules rules,
      Workshop workshop,
      Supplier<Optional<BundleMaker>> maker,
      Supplier<DeploySettings> settings,
      long longestFile) {
    this.copies = copies;
    this.reader = reader;
    this.rules = rules;
    this.workshop = workshop;
    this.maker = maker;
    this.settings = settings;
    this.longestFile = longestFile;
  }

  /** Looks at a file and keeps a copy if it is accepted. */
  Look look(Path file) {
    boolean source = DroppedKind.isSource(file.getFileName().toString());
    try {
      Optional<String> end = source ? problemOfSource(file) : BundleJarReader.problemAtEnd(file);
      if (end.isPresent()) {
        return new Look.Incomplete(end.get());
      }
      long longest = source ? DroppedKind.LONGEST_SOURCE : longestFile;
      if (Files.size(file) > longest) {
        return new Look.Refused("", "", "", "it is longer than the limit of " + longest + " bytes");
      }
      try (PrivateCopies.Incoming incoming = copies.copy(file)) {
        Look look = source ? lookAtSource(file, incoming) : lookAtJar(file, incoming);
        if (!(look instanceof Look.Incomplete) && !Sha256.of(file).equals(incoming.sha256())) {
          return new Look.Incomplete("it changed while it was copied");
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

  /** A text has no end by which it shows whether it is whole; half of one does not compile. */
  private static Optional<String> problemOfSource(Path file) throws IOException {
    return Files.size(file) == 0 ? Optional.of("it is empty") : Optional.empty();
  }

  private Look lookAtSource(Path file, PrivateCopies.Incoming incoming) throws IOException {
    String fileName = file.getFileName().toString();
    return made(
        DroppedKind.SOURCE,
        fileName,
        DroppedName.ofSource(fileName),
        incoming,
        "it is a Java source: ",
        new JarSignature.Unsigned());
  }

  private Look lookAtJar(Path file, PrivateCopies.Incoming incoming) throws IOException {
    JarReading reading = reader.read(incoming.file());
    if (reading instanceof JarReading.Plain plain) {
      PlainJar jar = plain.jar();
      String fileName = file.getFileName().toString();
      return made(
          DroppedKind.PLAIN_JAR,
          fileName,
          DroppedName.ofJar(fileName, jar.headers()),
          incoming,
          jar.lacks() + ". " + PlainJar.REMEDY + " Or, if it has tools, ",
          jar.signature());
    }
    if (reading instanceof JarReading.Incomplete incomplete) {
      return new Look.Incomplete(incomplete.reason());
    }
    if (reading instanceof JarReading.Unacceptable unacceptable) {
      return new Look.Refused(incoming.sha256(), "", "", unacceptable.refusal().toString());
    }
    Look look =
        judge(
            ((JarReading.Readable) reading).jar(),
            incoming.sha256(),
            Optional.empty(),
            DroppedKind.BUNDLE);
    if (look instanceof Look.Accepted) {
      copies.keep(incoming);
    }
    return look;
  }

  /** Looks at what is made of a file, and has it made if need be. */
  private Look made(
      DroppedKind kind,
      String fileName,
      DroppedName name,
      PrivateCopies.Incoming incoming,
      String what,
      JarSignature signature)
      throws IOException {
    String sha256 = incoming.sha256();
    Optional<String> refusal = settings.get().refusal(kind);
    if (refusal.isPresent()) {
      return new Look.Refused(sha256, name.symbolicName(), name.version(), what + refusal.get());
    }
    Path original = copies.keepOriginal(incoming, kind);
    Optional<String> edition = maker.get().map(BundleMaker::edition);
    Optional<Path> made = copies.findMade(sha256, name.symbolicName(), edition);
    if (made.isPresent()) {
      return judgeMade(made.get(), sha256, signature, kind);
    }
    Progress progress = workshop.progress(new Order(kind, fileName, name, sha256, original));
    if (progress instanceof Progress.Made done) {
      Path kept =
          copies.keepMade(done.bundle(), sha256, name.symbolicName(), edition.orElse("none"));
      workshop.forget(name.symbolicName(), sha256);
      return judgeMade(kept, sha256, signature, kind);
    }
    if (progress instanceof Progress.Working) {
      String doing = kind == DroppedKind.SOURCE ? "it is being compiled" : "it is being wrapped";
      return new Look.Making(sha256, name.symbolicName(), doing);
    }
    if (progress instanceof Progress.Hindered hindered) {
      return new Look.Broken(sha256, name.symbolicName(), hindered.reason());
    }
    String reason = ((Progress.Wrong) progress).reason();
    return kind == DroppedKind.SOURCE
        ? new Look.Broken(sha256, name.symbolicName(), "it does not compile: " + reason)
        : new Look.Refused(sha256, name.symbolicName(), name.version(), reason);
  }

  /** Forgets why no bundle could be made of a content. */
  void forget(String symbolicName, String sha256) {
    workshop.forget(symbolicName, sha256);
  }

  /** Finds a content that was accepted by a former runtime; the rules hold for it as well. */
  public Optional<Content> recall(String symbolicName, String sha256) throws IOException {
    Optional<Path> copy = copies.find(sha256);
    Look look = new Look.Incomplete("it is gone");
    if (copy.isPresent() && reader.read(copy.get()) instanceof JarReading.Readable readable) {
      look = judge(readable.jar(), sha256, Optional.empty(), DroppedKind.BUNDLE);
    } else {
      Optional<Path> made = copies.findMade(sha256, symbolicName, Optional.empty());
      Optional<Path> plain = copies.findOriginal(sha256, DroppedKind.PLAIN_JAR);
      if (made.isPresent() && plain.isPresent()) {
        if (reader.read(plain.get()) instanceof JarReading.Plain original) {
          look = judgeMade(made.get(), sha256, original.jar().signature(), DroppedKind.PLAIN_JAR);
        }
      } else if (made.isPresent() && copies.findOriginal(sha256, DroppedKind.SOURCE).isPresent()) {
        look = judgeMade(made.get(), sha256, new JarSignature.Unsigned(), DroppedKind.SOURCE);
      }
    }
    return look instanceof Look.Accepted accepted
        ? Optional.of(accepted.content())
        : Optional.empty();
  }

  private Look judgeMade(Path made, String sha256, JarSignature signature, DroppedKind kind)
      throws IOException {
    JarReading reading = reader.read(made);
    if (reading instanceof JarReading.Readable readable) {
      return judge(readable.jar(), sha256, Optional.of(signature), kind);
    }
    String reason =
        reading instanceof JarReading.Unacceptable unacceptable
            ? unacceptable.refusal().toString()
            : "the bundle made of it is damaged";
    return new Look.Refused(sha256, "", "", reason);
  }

  /**
   * Judges a bundle by the rules.
   *
   * @param signature of what it was made of; empty: it is what was dropped
   */
  private Look judge(
      BundleJar jar, String sha256, Optional<JarSignature> signature, DroppedKind kind) {
    BundleJar judged = signature.map(jar::signedAs).orElse(jar);
    List<Refusal> refusals = rules.check(judged);
    if (!refusals.isEmpty()) {
      return new Look.Refused(
          sha256,
          jar.manifest().symbolicName(),
          jar.manifest().version(),
          refusals.stream().map(Refusal::toString).collect(Collectors.joining(" Also, ")));
    }
    return new Look.Accepted(
        new Content(
            sha256,
            jar.manifest(),
            judged.signature(),
            HookDeclarations.of(jar.components()),
            kind));
  }
}
