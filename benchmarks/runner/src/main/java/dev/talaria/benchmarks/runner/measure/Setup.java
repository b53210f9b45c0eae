package dev.talaria.benchmarks.runner.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What is measured, and how much.
 *
 * @param distribution folder of the packed distribution
 * @param echo JAR of the plugin with the tool echo
 * @param bare JAR of the bare servlet
 * @param rounds how often each measurement is repeated; without, each has its own number
 * @param load how long a load lasts, and its warm-up
 * @param progress told what is being done
 */
public record Setup(
    Path distribution,
    Path echo,
    Path bare,
    OptionalInt rounds,
    Duration load,
    Consumer<String> progress) {
  int rounds(int usual) {
    return rounds.orElse(usual);
  }

  void say(String what) {
    progress.accept(what);
  }
}
