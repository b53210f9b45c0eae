package dev.talaria.ops.internal.lifecycle;

import dev.talaria.ops.internal.environment.HttpAddress;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import dev.talaria.ops.internal.environment.RuntimeUrls;
import dev.talaria.ops.internal.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The file that tells commands where the runtime listens. Used by one thread at a time. */
final class RuntimeFile {
  private final RuntimeEnvironment environment;

  RuntimeFile(RuntimeEnvironment environment) {
    this.environment = environment;
  }

  /** Writes the file in one step: who reads it sees all of it or nothing. */
  void write(RuntimeUrls urls) throws IOException {
    HttpAddress address = urls.address().orElseThrow();
    byte[] json =
        Json.write(
            Json.object()
                .put("pid", ProcessHandle.current().pid())
                .put("host", address.host())
                .put("port", address.port())
                .put("url", address.url())
                .put("mcpUrl", urls.mcpUrl().orElseThrow())
                .put("version", environment.version())
                .put("started", RuntimeEnvironment.started().toString())
                .put("background", environment.background()));
    Path file = environment.runtimeFile();
    Path part = file.resolveSibling("runtime.json.part");
    Files.createDirectories(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.deleteIfExists(part);
    try (FileChannel channel =
        FileChannel.open(
            part,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer buffer = ByteBuffer.wrap(json);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  void delete() throws IOException {
    Files.deleteIfExists(environment.runtimeFile());
  }
}
