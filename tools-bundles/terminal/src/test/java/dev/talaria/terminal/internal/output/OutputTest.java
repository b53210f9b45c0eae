package dev.talaria.terminal.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class OutputTest {
  /** Whatever the pieces in which it comes, the begin and the end of the output are kept. */
  @RepeatedTest(200)
  void headAndTailAreThoseOfTheWhole(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    HeadAndTail buffer = new HeadAndTail(10);
    RecentOutput recent = new RecentOutput(10);
    StringBuilder whole = new StringBuilder();
    StringBuilder polled = new StringBuilder();
    for (int i = 0; i < random.nextInt(12); i++) {
      String piece = "abcdefghijklmnopqrstuvwxyz".substring(0, random.nextInt(26));
      whole.append(piece);
      buffer.append(piece.toCharArray(), piece.length());
      recent.append(piece.toCharArray(), piece.length());
      String unread = recent.unread(1000);
      polled.append(unread.substring(unread.lastIndexOf('\n') + 1));
    }
    String all = whole.toString();
    if (all.length() <= 10) {
      assertThat(buffer.text()).isEqualTo(all);
      assertThat(recent.text()).isEqualTo(all);
    } else {
      assertThat(buffer.text())
          .startsWith(all.substring(0, 4) + "\n[... " + (all.length() - 10))
          .endsWith("]\n" + all.substring(all.length() - 6));
      assertThat(recent.text()).isEqualTo(all.substring(all.length() - 10));
    }
    assertThat(buffer.isCut()).isEqualTo(all.length() > 10);
    assertThat(all).endsWith(polled.substring(Math.max(0, polled.length() - 10)));
  }

  @Test
  void unreadSaysWhatWasMissed() {
    RecentOutput recent = new RecentOutput(10);
    recent.append("0123456789abcdef".toCharArray(), 16);
    assertThat(recent.unread(4)).isEqualTo("[... 12 characters left out ...]\ncdef");
    assertThat(recent.unread(4)).isEmpty();
    recent.append("gh".toCharArray(), 2);
    assertThat(recent.unread(4)).isEqualTo("gh");
  }

  @Test
  void controlSequencesGoAndTextStays() {
    ReadableText readable = new ReadableText();
    assertThat(readable.of("a\u001b[1;31mb\u001b[0mc\u001b]0;t\u0007d\u001b(Be\u0008\u0000f"))
        .isEqualTo("abcdef");
    assertThat(readable.of("10%\r20%\r\nend\tx")).isEqualTo("10%\n20%\nend\tx");
    Assertions.assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          readable.of("\u001b]".repeat(100_000));
          readable.of("\u001b[" + "0".repeat(200_000));
        });
  }
}
