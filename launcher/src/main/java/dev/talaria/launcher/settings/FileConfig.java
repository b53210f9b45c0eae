package dev.talaria.launcher.settings;

import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgException;
import dev.talaria.formats.cfg.CfgFiles;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.ClosingKeys;
import dev.talaria.formats.cfg.PidFileNames;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The configuration files of a home whose runtime does not run. */
public final class FileConfig implements ConfigStore {
  private final Home home;
  private final UnaryOperator<String> environment;

  /**
   * Creates the store.
   *
   * @param environment gives the value of a variable, or null
   */
  public FileConfig(Home home, UnaryOperator<String> environment) {
    this.home = home;
    this.environment = environment;
  }

  @Override
  public List<Configuration> list() {
    return pids().stream().map(this::get).flatMap(Optional::stream).toList();
  }

  private List<String> pids() {
    if (!Files.isDirectory(home.etc())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(home.etc())) {
      return files
          .map(file -> PidFileNames.pid(file.getFileName().toString()))
          .flatMap(Optional::stream)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw unusable(home.etc(), e);
    }
  }

  @Override
  public Optional<Configuration> get(String pid) {
    Path file = file(pid);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Map<String, List<String>> values = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    try {
      read(pid).forEach((key, value) -> values.put(key, value.texts()));
    } catch (CfgException e) {
      problems.add(e.getMessage());
    } catch (IOException e) {
      throw unusable(file, e);
    }
    return Optional.of(new Configuration(pid, file.getFileName().toString(), values, problems));
  }

  @Override
  public void update(String pid, Map<String, List<String>> set, Set<String> unset) {
    Path file = file(pid);
    ClosingKeys.problem(pid, file.toString(), set.keySet())
        .ifPresent(
            mistyped -> {
              throw new RefusedException(mistyped.sentence() + "; nothing was changed");
            });
    try {
      CfgDocument document = CfgFiles.read(file.toString(), file);
      for (Map.Entry<String, List<String>> value : set.entrySet()) {
        List<String> texts = value.getValue();
        document =
            document.with(
                value.getKey(), texts.size() == 1 ? CfgValue.of(texts.get(0)) : CfgValue.of(texts));
      }
      for (String key : unset) {
        document = document.without(key);
      }
      CfgFiles.write(file, document.toBytes());
    } catch (CfgException e) {
      throw new RefusedException(e.getMessage(), e);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  @Override
  public void delete(String pid) {
    try {
      Files.deleteIfExists(file(pid));
    } catch (IOException e) {
      throw unusable(file(pid), e);
    }
  }

  @Override
  public void updatePolicy(String plugin, Map<String, List<String>> set, Set<String> unset) {
    update(PolicyPids.of(plugin), set, unset);
  }

  /** What the files say; what holds is decided by the runtime when it runs. */
  @Override
  public List<PolicyValue> policy() {
    List<PolicyValue> values = new ArrayList<>();
    boolean stated = false;
    for (String pid : pids()) {
      if (!pid.equals(PolicyPids.REGISTRY) && !pid.startsWith(PolicyPids.PLUGIN_FACTORY + "~")) {
        continue;
      }
      try {
        Map<String, CfgValue> written = read(pid);
        written.forEach((key, value) -> values.add(policyValue(pid, key, value)));
        stated |= pid.equals(PolicyPids.REGISTRY) && written.containsKey(PolicyPids.ALLOW_OVERRIDE);
      } catch (CfgException e) {
        values.add(new PolicyValue(pid, "", "closed", "", e.getMessage()));
      } catch (IOException e) {
        throw unusable(file(pid), e);
      }
    }
    if (!stated) {
      values.add(
          0,
          new PolicyValue(PolicyPids.REGISTRY, PolicyPids.ALLOW_OVERRIDE, "false", "", "default"));
    }
    return values;
  }

  private PolicyValue policyValue(String pid, String key, CfgValue value) {
    String text = String.join(", ", value.texts());
    // A key that opens a door is open when it says so exactly; a list of one does not.
    String effective =
        key.equalsIgnoreCase(PolicyPids.ALLOW_OVERRIDE)
            ? Boolean.toString(value.equals(CfgValue.of("true")))
            : text;
    return new PolicyValue(pid, key, effective, text, file(pid).getFileName().toString());
  }

  private Map<String, CfgValue> read(String pid) throws IOException {
    Path file = file(pid);
    CfgDocument document = CfgFiles.read(file.toString(), file);
    Optional<CfgProblem> mistyped = ClosingKeys.problem(pid, file.toString(), document);
    if (mistyped.isPresent()) {
      throw new CfgException(mistyped.get());
    }
    return document.values(file.toString(), environment);
  }

  private Path file(String pid) {
    try {
      return home.etc().resolve(PidFileNames.fileName(pid));
    } catch (IllegalArgumentException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }

  private static RefusedException unusable(Path file, IOException e) {
    return new RefusedException(file + " cannot be used: " + e.getMessage(), e);
  }
}
