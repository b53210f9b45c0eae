package dev.talaria.config.internal.check;

import dev.talaria.config.internal.store.DoorKeys;
import dev.talaria.config.internal.store.Values;
import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What of a file takes effect.
 *
 * @param effective the values for Config Admin
 * @param problems what is wrong with single keys
 */
public record Assessment(SortedMap<String, CfgValue> effective, List<CfgProblem> problems) {
  /**
   * Assesses a file. A wrong value does not replace the one in effect, unless its key opens a door.
   * Where there is no configuration yet, everything counts as it is written: a default in the place
   * of a mistyped value might allow what the operator meant to forbid.
   *
   * @param file its name, for messages
   * @param values all that the file says
   * @param held what is in effect; empty when there is no such configuration
   * @param definitions what is known of the keys, if anything is
   */
  public static Assessment of(
      String pid,
      String file,
      CfgDocument document,
      SortedMap<String, CfgValue> values,
      Optional<SortedMap<String, CfgValue>> held,
      Optional<Definitions> definitions) {
    SortedMap<String, CfgValue> effective = Values.empty();
    List<CfgProblem> problems = new ArrayList<>();
    Optional<Definitions.Keys> keys = definitions.flatMap(known -> known.of(pid));
    values.forEach(
        (key, value) -> {
          if (Values.isReserved(key)) {
            problems.add(
                problem(file, document, key, "ignored; the runtime sets this key by itself"));
            return;
          }
          Optional<Definitions.Finding> finding = keys.flatMap(known -> known.find(key, value));
          boolean keepsOld =
              finding.isPresent()
                  && finding.get().rejected()
                  && held.isPresent()
                  && !DoorKeys.opens(key);
          CfgValue taken = keepsOld ? held.get().get(key) : value;
          if (taken != null) {
            effective.put(key, taken);
          }
          finding.ifPresent(
              f ->
                  problems.add(
                      problem(
                          file,
                          document,
                          key,
                          keepsOld && !value.equals(taken)
                              ? f.text() + "; what was in effect before stays"
                              : f.text())));
        });
    return new Assessment(effective, problems);
  }

  private static CfgProblem problem(String file, CfgDocument document, String key, String text) {
    return new CfgProblem(file, document.lineOf(key), key, text);
  }
}
