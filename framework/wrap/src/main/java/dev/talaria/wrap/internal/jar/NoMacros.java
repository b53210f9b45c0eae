package dev.talaria.wrap.internal.jar;

import aQute.bnd.osgi.Macro;
import aQute.bnd.osgi.Processor;
import java.util.Set;

/**
 * Expands none of bnd's macros but the two that ranges of imports are computed with. What is
 * analyzed comes from strangers, and macros read files, variables and addresses and run commands.
 */
final class NoMacros extends Macro {
  private static final Set<String> RANGES = Set.of("${range;[==,=+)}", "${range;[==,+)}");

  NoMacros(Processor domain) {
    super(domain);
    setNosystem(true);
  }

  @Override
  public String process(String line) {
    return RANGES.contains(line) ? super.process(line) : line;
  }

  @Override
  public String process(String line, Processor source) {
    return RANGES.contains(line) ? super.process(line, source) : line;
  }
}
