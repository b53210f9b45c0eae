package dev.talaria.processor.internal.shape;

import java.util.Optional;

/** A type that stands in itself, so that a schema has to name it. Filled in when it is read. */
public final class Definition {
  private final String name;
  private Optional<Shape> shape = Optional.empty();

  Definition(String name) {
    this.name = name;
  }

  void complete(Shape read) {
    shape = Optional.of(read);
  }

  /** Returns the name, unlike that of any other definition of the tool. */
  public String name() {
    return name;
  }

  /** Returns the shape; nothing while the type is still being read. */
  public Optional<Shape> shape() {
    return shape;
  }
}
