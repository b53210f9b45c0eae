package dev.talaria.registry.internal.result;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.pipeline.JsonLayout;
import dev.talaria.pipeline.JsonMappers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the text of a result into a file and a block that names it in the text's place. Runs on the
 * thread of the call; whatever becomes of the file, the call is answered.
 */
public final class ResultSpiller {
  private static final Logger LOG = LoggerFactory.getLogger(ResultSpiller.class);

  private final ResultStore store;
  private final Predicate<Recipient> canReadOn;
  private final JsonLayout layout = new JsonLayout(JsonMappers.base());
  private volatile boolean failing;

  /**
   * Creates a spiller.
   *
   * @param canReadOn whether a session has the tool that reads saved results
   */
  public ResultSpiller(ResultStore store, Predicate<Recipient> canReadOn) {
    this.store = store;
    this.canReadOn = canReadOn;
  }

  /**
   * Returns a result whose text is a block, and its other content.
   *
   * @param structured what stays as the structured value
   * @param inlineChars how much of the text is given when it cannot be saved
   */
  CallResult spilled(
      CallResult result,
      Optional<String> structured,
      String tool,
      String callId,
      Recipient to,
      int inlineChars) {
    String text = ResultTexts.joined(result.content());
    String replacement = replacement(text, result, structured, tool, callId, to, inlineChars);
    List<Content> content = new ArrayList<>();
    content.add(new Content.Text(replacement));
    for (Content piece : result.content()) {
      if (!(piece instanceof Content.Text) && !(piece instanceof Content.EmbeddedText)) {
        content.add(piece);
      }
    }
    return new CallResult(content, structured, result.failure());
  }

  private String replacement(
      String text,
      CallResult result,
      Optional<String> structured,
      String tool,
      String callId,
      Recipient to,
      int inlineChars) {
    boolean dropped = structured.isEmpty() && result.structuredJson().isPresent();
    if (!canReadOn.test(to)) {
      return inline(
          text,
          inlineChars,
          "the rest cannot be read in this session, which lacks the toolset " + ReadResult.TOOLSET);
    }
    Optional<Saved> saved = save(text, callId, to);
    return saved.isPresent()
        ? ResultTexts.block(tool, saved.get(), dropped)
        : inline(text, inlineChars, "the full output could not be saved");
  }

  /** Saves a text, laid out in lines if it is JSON; empty if that was impossible. */
  Optional<Saved> save(String text, String callId, Recipient to) {
    if (!canReadOn.test(to)) {
      return Optional.empty();
    }
    String lines = layout.lines(text, ResultStore.MAX_CHARS).orElse(text);
    try {
      Saved saved = store.save(to, callId, lines, text.length());
      if (failing) {
        failing = false;
        LOG.info("Long results are saved again");
      }
      return Optional.of(saved);
    } catch (IOException e) {
      if (!failing) {
        failing = true;
        LOG.warn("A long result could not be saved; callers get its beginning only", e);
      }
      return Optional.empty();
    }
  }

  private static String inline(String text, int chars, String why) {
    String head = ResultTexts.head(text, chars);
    return head
        + "\n[cut: the result has "
        + text.length()
        + " characters, of which the first "
        + head.length()
        + " are shown; "
        + why
        + "; ask for less of it]";
  }
}
