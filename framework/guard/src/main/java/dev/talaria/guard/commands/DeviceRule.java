package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellToken.Redirection;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** No file systems made, no raw device written or read, no switch of the kernel thrown. */
final class DeviceRule implements Rule {
  private static final Set<String> NEVER =
      Set.of(
          "mke2fs",
          "mkswap",
          "mkdosfs",
          "wipefs",
          "blkdiscard",
          "cryptsetup",
          "sgdisk",
          "sfdisk",
          "fdisk",
          "cfdisk",
          "parted",
          "hdparm",
          "nvme",
          "badblocks",
          "newfs",
          "zpool",
          "pvcreate",
          "mdadm",
          "losetup",
          "insmod",
          "modprobe",
          "rmmod",
          "mknod");

  private static final Set<String> LOOKING =
      Set.of("ls", "stat", "file", "test", "[", "[[", "echo", "printf", "lsblk", "blkid", "df");

  private static final Pattern HARMLESS =
      Pattern.compile(
          "/dev/(null|zero|full|tty|stdin|stdout|stderr|random|urandom|fd(/.*)?|"
              + "pts(/.*)?|shm(/.*)?|tcp/.*|udp/.*)");

  private static final Pattern KERNEL =
      Pattern.compile("/proc/(sysrq-trigger|sys(/.*)?)|/sys(/.*)?");

  private static final Pattern OTHERS_MEMORY =
      Pattern.compile(".*/proc/[^/]+/(task/[^/]+/)?(environ|mem|maps|fd|cwd|root|auxv)(/.*)?");

  @Override
  public Optional<String> against(Invocation invocation, Places places, WordExpander expander) {
    String program = invocation.program();
    if (program.startsWith("mkfs") || NEVER.contains(program)) {
      return Optional.of("'" + program + "' works on raw devices or the kernel");
    }
    if (!LOOKING.contains(program)) {
      for (Argument argument : invocation.arguments()) {
        Optional<String> reason = touched(argument, places);
        if (reason.isPresent()) {
          return reason;
        }
      }
    }
    return redirected(invocation, places, expander);
  }

  private static Optional<String> touched(Argument argument, Places places) {
    String text = argument.text();
    return Stream.of(text, text.substring(text.indexOf('=') + 1))
        .filter(DeviceRule::maybeSpecial)
        .flatMap(t -> places.candidates(t).stream())
        .map(DeviceRule::special)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static boolean maybeSpecial(String text) {
    return !text.isEmpty() && text.length() < 4096;
  }

  private static Optional<String> redirected(
      Invocation invocation, Places places, WordExpander expander) {
    for (Redirection redirection : invocation.redirections()) {
      for (Argument target : expander.expand(redirection.target())) {
        for (Path path : places.candidates(target.text())) {
          if (redirection.writes() && KERNEL.matcher(path.toString()).matches()) {
            return Optional.of("writing to " + path);
          }
          Optional<String> reason = special(path);
          if (reason.isPresent()) {
            return reason;
          }
        }
        if (redirection.writes() && target.pattern() && target.text().contains("/dev")) {
          return Optional.of("a redirection to a pattern in /dev");
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> special(Path path) {
    String text = path.toString();
    if (text.startsWith("/dev/") && !HARMLESS.matcher(text).matches()) {
      return Optional.of("raw access to " + text);
    }
    if (text.equals("/proc/sysrq-trigger")) {
      return Optional.of("'" + text + "' stops the machine");
    }
    if (OTHERS_MEMORY.matcher(text).matches()) {
      return Optional.of("'" + text + "' shows what processes keep to themselves");
    }
    return Optional.empty();
  }
}
