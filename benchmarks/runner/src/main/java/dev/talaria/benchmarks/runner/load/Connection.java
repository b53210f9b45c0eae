package dev.talaria.benchmarks.runner.load;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.http.AnswerParser;
import dev.talaria.benchmarks.runner.http.HttpAnswer;
import dev.talaria.benchmarks.runner.http.MalformedAnswerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Optional;

/** One kept-alive connection with at most one call under way. For the loop's thread. */
final class Connection {
  private static final int LARGEST_ANSWER = 1 << 20;
  private static final int FIRST_CAPACITY = 4096;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final byte[] request;
  private final IdSlot slot;
  private final ExpectedAnswer expected;
  private final AnswerParser parser = new AnswerParser(LARGEST_ANSWER);
  private final ByteBuffer out;
  private ByteBuffer in = ByteBuffer.allocate(FIRST_CAPACITY);
  private long id;
  private long sentAt;
  private boolean busy;

  Connection(SocketChannel channel, SelectionKey key, CallRequest call, long firstId) {
    this.channel = channel;
    this.key = key;
    this.request = call.post().bytes();
    this.slot = IdSlot.of(request, Long.parseLong(CallRequest.ID));
    this.expected = new ExpectedAnswer(call.text());
    this.out = ByteBuffer.wrap(request);
    this.id = firstId - 1;
  }

  /** Begins the next call. */
  void send() throws IOException {
    id++;
    slot.put(request, id);
    out.clear();
    busy = true;
    sentAt = System.nanoTime();
    write();
  }

  /** Sends what the socket takes; the selector says when it takes more. */
  void write() throws IOException {
    channel.write(out);
    key.interestOps(
        out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  /** Reads; returns how long the call took in nanoseconds, or -1 while its answer is incomplete. */
  long read() throws IOException, BenchmarkException {
    if (!in.hasRemaining()) {
      in = ByteBuffer.wrap(Arrays.copyOf(in.array(), in.capacity() * 2)).position(in.position());
    }
    if (channel.read(in) < 0) {
      throw new BenchmarkException("The server closed a connection during a call.");
    }
    Optional<HttpAnswer> answer = parse();
    if (answer.isEmpty()) {
      return -1;
    }
    long took = System.nanoTime() - sentAt;
    if (!busy || answer.get().length() != in.position()) {
      throw new BenchmarkException("The server sent more than the answer to a call.");
    }
    expected.check(answer.get(), id);
    in.clear();
    busy = false;
    return took;
  }

  private Optional<HttpAnswer> parse() throws BenchmarkException {
    try {
      return parser.parse(in.array(), in.position());
    } catch (MalformedAnswerException e) {
      throw new BenchmarkException(e.getMessage(), e);
    }
  }
}
