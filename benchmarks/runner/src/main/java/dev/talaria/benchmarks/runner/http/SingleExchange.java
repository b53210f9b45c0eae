package dev.talaria.benchmarks.runner.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;

/**
 * One request on a connection of its own. A server that is just starting may close a connection
 * that it has answered on; one that is used once cannot be surprised by that.
 */
public final class SingleExchange {
  private static final int LARGEST_ANSWER = 8 << 20;
  private static final int FIRST_CAPACITY = 16 << 10;

  private SingleExchange() {}

  /**
   * Returns the answer.
   *
   * @param patience in milliseconds, to connect and for each piece of the answer
   * @throws IOException when nobody listens, too, or the answer breaks off
   */
  public static HttpAnswer post(PostRequest request, int patience) throws IOException {
    AnswerParser parser = new AnswerParser(LARGEST_ANSWER);
    try (Socket socket = new Socket()) {
      socket.connect(request.server(), patience);
      socket.setSoTimeout(patience);
      socket.getOutputStream().write(request.bytes());
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[FIRST_CAPACITY];
      int length = 0;
      while (true) {
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, length * 2);
        }
        int read = in.read(bytes, length, bytes.length - length);
        if (read < 0) {
          throw new IOException("The server closed the connection before its answer was whole.");
        }
        length += read;
        Optional<HttpAnswer> answer = parser.parse(bytes, length);
        if (answer.isPresent()) {
          return answer.get();
        }
      }
    } catch (MalformedAnswerException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
