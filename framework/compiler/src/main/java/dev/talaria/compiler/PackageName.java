package dev.talaria.compiler;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.SourceVersion;

/** The package of a source that names none. */
final class PackageName {
  private PackageName() {}

  /** Returns a name that a package may have, after a symbolic name, which may have others. */
  static String of(String symbolicName) {
    List<String> parts = new ArrayList<>();
    for (String part : symbolicName.split("\\.")) {
      String plain = part.replaceAll("[^A-Za-z0-9_]", "_");
      parts.add(SourceVersion.isName(plain) ? plain : "_" + plain);
    }
    return String.join(".", parts);
  }
}
