package dev.talaria.benchmarks.runner.process;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The bare servlet on the framework and the HTTP service of the distribution. */
public final class BareProcess implements AutoCloseable {
  private static final String MAIN = "dev.talaria.benchmarks.bare.internal.host.BareHost";

  private final Scratch scratch;
  private final ServerProcess process;
  private final int port;

  private BareProcess(Scratch scratch, ServerProcess process, int port) {
    this.scratch = scratch;
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one and does not wait for it.
   *
   * @param prefix of the command
   */
  public static BareProcess start(Path distribution, Path servlet, List<String> prefix)
      throws IOException {
    Scratch scratch = new Scratch();
    try {
      int port = FreePort.find();
      List<String> command = new ArrayList<>(prefix);
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      // The runtime's own logging: what an unconfigured one says at DEBUG would be measured too.
      command.add("-Dlogback.configurationFile=" + distribution.resolve("conf/logback.xml"));
      command.add("-Dtalaria.logs=" + scratch.folder("logs"));
      command.addAll(
          List.of("-cp", distribution.resolve("lib") + "/*" + File.pathSeparator + servlet, MAIN));
      command.addAll(List.of(distribution.toString(), servlet.toString()));
      command.addAll(List.of(scratch.file("framework").toString(), Integer.toString(port)));
      return new BareProcess(scratch, ServerProcess.start(command, scratch.file("output")), port);
    } catch (IOException e) {
      scratch.close();
      throw e;
    }
  }

  public ServerProcess process() {
    return process;
  }

  public InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", port);
  }

  @Override
  public void close() throws IOException {
    try (scratch) {
      process.close();
    }
  }
}
