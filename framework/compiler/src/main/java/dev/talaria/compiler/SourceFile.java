package dev.talaria.compiler;

import java.net.URI;
import javax.tools.SimpleJavaFileObject;

/** The one source, in memory. The file may have any name, whatever its public class has. */
final class SourceFile extends SimpleJavaFileObject {
  private final String text;

  SourceFile(String text) {
    super(URI.create("string:///Source.java"), Kind.SOURCE);
    this.text = text;
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }

  @Override
  public boolean isNameCompatible(String simpleName, Kind kind) {
    // Asked of the two special files too, which a source is not.
    return kind == Kind.SOURCE && !simpleName.endsWith("-info");
  }
}
