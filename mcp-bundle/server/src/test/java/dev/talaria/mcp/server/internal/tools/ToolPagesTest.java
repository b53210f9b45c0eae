package dev.talaria.mcp.server.internal.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolView;
import dev.talaria.mcp.server.testing.FakeRegistry;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.wire.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Where the pages of a list go on. */
class ToolPagesTest {
  private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":\"([^\"]+)\"");
  private static final ListFormat FORMAT = new ListFormat(Revision.R2026_07_28, json -> {});

  /** The same tools at another epoch. */
  private record At(ToolView view, long epoch) implements ToolView {
    @Override
    public long generation() {
      return view.generation();
    }

    @Override
    public List<ToolInfo> tools() {
      return view.tools();
    }

    @Override
    public Definitions definitions(DefinitionOptions options) {
      return view.definitions(options);
    }

    @Override
    public Optional<ToolInfo> find(String name) {
      return view.find(name);
    }
  }

  @Test
  void aCursorIsOfOneGenerationAndEpoch() {
    try (FakeRegistry registry = new FakeRegistry()) {
      registry.put(FakeTool.echo("one", "t"), FakeTool.echo("two", "t"));
      ToolPages pages = new ToolPages();
      ToolView view =
          registry.openSession(SessionSpec.of("tester", "", ToolFilter.ALL, List.of())).view();
      ToolView before = new At(view, 3);
      ToolView after = new At(view, 4);
      String first =
          new String(
              pages.page(before, FORMAT, 1, Optional.empty()).orElseThrow(),
              StandardCharsets.UTF_8);
      Matcher cursor = CURSOR.matcher(first);
      assertThat(cursor.find()).isTrue();
      assertThat(pages.page(before, FORMAT, 1, Optional.of(cursor.group(1)))).isPresent();
      assertThat(pages.page(after, FORMAT, 1, Optional.of(cursor.group(1)))).isEmpty();
    }
  }
}
