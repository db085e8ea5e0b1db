package dev.muster.apiserver.nodes;

import dev.muster.apiserver.http.Peer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A node's answer: its head has been read, its body or its stream is still to come. */
public final class NodeAnswer implements Peer {
  private static final int LARGEST_PROBLEM = 64 * 1024;

  /** A header line in its two parts. */
  public record Header(String name, String value) {}

  private final Socket socket;
  private final InputStream in;
  private final AnswerHead head;
  private final Duration patience;

  private NodeAnswer(Socket socket, InputStream in, AnswerHead head, Duration patience) {
    this.socket = socket;
    this.in = in;
    this.head = head;
    this.patience = patience;
  }

  /**
   * @param patience how long the body of a refusal is waited for
   */
  static NodeAnswer read(Socket socket, Duration patience) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    return new NodeAnswer(socket, in, AnswerHead.read(in), patience);
  }

  public int code() {
    return head.code();
  }

  public List<Header> headers() {
    return head.headers();
  }

  /** The body of a refusal, as far as it comes in time. */
  public String problem() throws IOException {
    long length = Math.min(LARGEST_PROBLEM, head.contentLength().orElse(LARGEST_PROBLEM));
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (Alarm alarm = Alarm.closing(socket, patience)) {
      try {
        int next = length == 0 ? -1 : in.read();
        while (next >= 0) {
          read.write(next);
          next = read.size() < length ? in.read() : -1;
        }
      } catch (IOException e) {
        if (!alarm.rang()) {
          throw e;
        }
      }
    }
    return read.toString(StandardCharsets.UTF_8).strip();
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
