package dev.talaria.files.internal.search;

/** What counts as one result of a content search. */
public enum Unit {
  /** Each matching line. */
  LINE,
  /** Each file with a match. */
  FILE,
  /** Each file with a match, with the number of its matches. */
  COUNT
}
