package dev.talaria.itests.bundles.faulty;

/** Left out of the JAR. */
final class Absent {
  private Absent() {}

  static String word() {
    return "here after all";
  }
}
