package dev.talaria.wrap.internal.jar;

import aQute.bnd.component.DSAnnotations;
import aQute.bnd.metatype.MetatypeAnnotations;
import aQute.bnd.osgi.Analyzer;
import aQute.bnd.osgi.Macro;
import java.io.File;

/**
 * bnd's analyzer for files of strangers: it computes imports and descriptions of components. What
 * else annotations can ask bnd for is left out, since they could set any of its instructions, of
 * which some write files and load classes.
 */
final class StrangersAnalyzer extends Analyzer {
  private Macro macros;

  StrangersAnalyzer() {
    setBase(new File(".").getAbsoluteFile());
    setProperty("-bundleannotations", "!*");
    setProperty("-metainf-services", "none");
    setProperty("-noextraheaders", "true");
    setProperty("-noimportjava", "true");
    addBasicPlugin(new DSAnnotations());
    addBasicPlugin(new MetatypeAnnotations());
  }

  @Override
  public Macro getReplacer() {
    if (macros == null) {
      macros = new NoMacros(this);
    }
    return macros;
  }
}
