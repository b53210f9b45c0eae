package dev.talaria.benchmarks.runner.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A runtime of the packed distribution, in a fresh home. */
public final class TalariaProcess implements AutoCloseable {
  private final Scratch scratch;
  private final ServerProcess process;
  private final Path home;
  private final int port;

  private TalariaProcess(Scratch scratch, ServerProcess process, Path home, int port) {
    this.scratch = scratch;
    this.process = process;
    this.home = home;
    this.port = port;
  }

  /**
   * Starts one and does not wait for it.
   *
   * @param prefix of the command
   */
  public static TalariaProcess start(Path distribution, List<String> prefix) throws IOException {
    Scratch scratch = new Scratch();
    try {
      Path home = scratch.file("home");
      int port = FreePort.find();
      List<String> command = new ArrayList<>(prefix);
      command.add(distribution.resolve("bin/talaria").toString());
      command.addAll(List.of("run", "--home", home.toString(), "--port", Integer.toString(port)));
      command.addAll(List.of("--workspace", scratch.folder("workspace").toString()));
      ServerProcess process = ServerProcess.start(command, scratch.file("output"));
      return new TalariaProcess(scratch, process, home, port);
    } catch (IOException e) {
      scratch.close();
      throw e;
    }
  }

  public ServerProcess process() {
    return process;
  }

  /** Returns a file next to the home, in the same file system. */
  public Path outsideOfHome(String name) {
    return scratch.file(name);
  }

  public Path deployFolder() {
    return home.resolve("deploy");
  }

  public InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", port);
  }

  /** Returns the home's token, or empty while the runtime has not written it. */
  public Optional<String> token() throws IOException {
    Path file = home.resolve("token");
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    return Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty());
  }

  @Override
  public void close() throws IOException {
    try (scratch) {
      process.close();
    }
  }
}
