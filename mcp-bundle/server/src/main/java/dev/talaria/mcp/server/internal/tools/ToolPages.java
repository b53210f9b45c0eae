package dev.talaria.mcp.server.internal.tools;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolView;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.tools.ToolFitter;
import java.io.ByteArrayOutputStream;
import java.lang.ref.WeakReference;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pages of {@code tools/list} as bytes, written once per view and format. Views are shared by
 * all sessions with one filter, so few are alive at a time; an entry goes with its view, and the
 * oldest go when there are too many. Reads take no lock; a page may be written twice by two threads
 * at once, which does no harm. Thread-safe.
 */
public final class ToolPages {
  private static final int MAX_ENTRIES = 64;

  private record Entry(
      WeakReference<ToolView> view, ListFormat format, int pageSize, List<byte[]> pages) {
    boolean isFor(ToolView wanted, ListFormat wantedFormat, int wantedSize) {
      return view.refersTo(wanted) && format == wantedFormat && pageSize == wantedSize;
    }
  }

  private final String run = HexFormat.of().formatHex(new SecureRandom().generateSeed(4));
  private final CopyOnWriteArrayList<Entry> entries = new CopyOnWriteArrayList<>();

  /**
   * Returns a page as a result.
   *
   * @param cursor of the page; empty: the first
   * @return empty if the cursor is none of this view
   */
  public Optional<byte[]> page(
      ToolView view, ListFormat format, int pageSize, Optional<String> cursor) {
    List<byte[]> pages = pages(view, format, pageSize);
    if (cursor.isEmpty()) {
      return Optional.of(pages.get(0));
    }
    return ListCursor.decode(cursor.get())
        .filter(c -> c.run().equals(run))
        .filter(c -> c.generation() == view.generation() && c.epoch() == view.epoch())
        .filter(c -> c.offset() % pageSize == 0 && c.offset() / pageSize < pages.size())
        .map(c -> pages.get(c.offset() / pageSize));
  }

  private List<byte[]> pages(ToolView view, ListFormat format, int pageSize) {
    for (Entry entry : entries) {
      if (entry.isFor(view, format, pageSize)) {
        return entry.pages();
      }
    }
    List<byte[]> pages = write(view, format, pageSize);
    entries.removeIf(entry -> entry.view().refersTo(null));
    entries.add(new Entry(new WeakReference<>(view), format, pageSize, pages));
    while (entries.size() > MAX_ENTRIES) {
      entries.remove(0);
    }
    return pages;
  }

  private List<byte[]> write(ToolView view, ListFormat format, int pageSize) {
    List<byte[]> tools = entries(view, format);
    List<byte[]> pages = new ArrayList<>();
    int from = 0;
    do {
      int to = Math.min(tools.size(), from + pageSize);
      pages.add(write(tools.subList(from, to), format, next(view, to)));
      from = to;
    } while (from < tools.size());
    return List.copyOf(pages);
  }

  /** The registry's bytes, fitted to the revision where it asks for that. */
  private static List<byte[]> entries(ToolView view, ListFormat format) {
    ToolFitter fitter = new ToolFitter(format.revision());
    Definitions definitions = view.definitions(DefinitionOptions.of(DefinitionFormat.MCP));
    List<ToolInfo> tools = view.tools();
    List<byte[]> entries = new ArrayList<>(tools.size());
    for (int i = 0; i < tools.size(); i++) {
      entries.add(fitter.fitted(definitions.json(i), tools.get(i).outputSchema()));
    }
    return entries;
  }

  private Optional<String> next(ToolView view, int offset) {
    return offset < view.tools().size()
        ? Optional.of(new ListCursor(run, view.generation(), view.epoch(), offset).encode())
        : Optional.empty();
  }

  private static byte[] write(List<byte[]> tools, ListFormat format, Optional<String> next) {
    // All members but the tools; they go before the closing brace.
    byte[] others =
        JsonWriter.write(
            json -> {
              json.writeStartObject();
              format.writeHead(json);
              next.ifPresent(cursor -> json.writeStringProperty("nextCursor", cursor));
              json.writeEndObject();
            });
    ByteArrayOutputStream page = new ByteArrayOutputStream(256);
    page.write(others, 0, others.length - 1);
    page.writeBytes((others.length > 2 ? ",\"tools\":[" : "\"tools\":[").getBytes(US_ASCII));
    for (int i = 0; i < tools.size(); i++) {
      if (i > 0) {
        page.write(',');
      }
      page.writeBytes(tools.get(i));
    }
    page.writeBytes("]}".getBytes(US_ASCII));
    return page.toByteArray();
  }
}
