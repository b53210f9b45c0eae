package dev.talaria.pipeline;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Paths as people write them. The mapper's own way is a URI, which no model sends. */
final class PathModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  PathModule() {
    super("talaria-paths");
    addSerializer(Path.class, new Writer());
    addDeserializer(Path.class, new Reader());
  }

  private static final class Writer extends ValueSerializer<Path> {
    @Override
    public void serialize(Path path, JsonGenerator out, SerializationContext context) {
      out.writeString(path.toString());
    }
  }

  private static final class Reader extends ValueDeserializer<Path> {
    @Override
    public Path deserialize(JsonParser in, DeserializationContext context) {
      String text = in.getString();
      try {
        return Path.of(text);
      } catch (InvalidPathException e) {
        return (Path)
            context.handleWeirdStringValue(Path.class, text, "no path: %s", e.getReason());
      }
    }
  }
}
