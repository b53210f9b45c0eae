package dev.talaria.itests.bundles.conformance;

import dev.talaria.api.Content;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolResult;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Tools that return each kind of content, as the suite calls them. */
public final class ContentTools {
  private static final Content IMAGE = new Content.Image(Samples.PNG, "image/png");

  private ContentTools() {}

  /** No arguments. */
  public record None() {}

  @Component
  @ToolSpec(name = "test_simple_text", toolset = "conformance", description = "Returns a text.")
  public static final class SimpleText implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return "This is a simple text response for testing.";
    }
  }

  @Component
  @ToolSpec(name = "test_image_content", toolset = "conformance", description = "Returns an image.")
  public static final class Image implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return IMAGE;
    }
  }

  @Component
  @ToolSpec(name = "test_audio_content", toolset = "conformance", description = "Returns a sound.")
  public static final class Audio implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return new Content.Audio(Samples.WAV, "audio/wav");
    }
  }

  @Component
  @ToolSpec(
      name = "test_embedded_resource",
      toolset = "conformance",
      description = "Returns the text of a resource.")
  public static final class Embedded implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return new Content.EmbeddedText(
          "test://embedded-resource", "text/plain", "This is an embedded resource content.");
    }
  }

  @Component
  @ToolSpec(
      name = "test_multiple_content_types",
      toolset = "conformance",
      description = "Returns a text, an image and a resource.")
  public static final class Several implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) {
      return ToolResult.of(
          new Content.Text("Multiple content types test:"),
          IMAGE,
          new Content.EmbeddedText(
              "test://mixed-content-resource",
              "application/json",
              "{\"test\":\"data\",\"value\":123}"));
    }
  }

  @Component
  @ToolSpec(name = "test_error_handling", toolset = "conformance", description = "Always fails.")
  public static final class Fails implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws ToolException {
      throw new ToolException("This tool intentionally returns an error for testing");
    }
  }
}
