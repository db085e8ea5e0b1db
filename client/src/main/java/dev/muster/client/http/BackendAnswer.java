package dev.muster.client.http;

import dev.muster.base.sockets.SocketDeadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** An answer: its head has been read, its body or its stream is still to come. */
public final class BackendAnswer implements Peer {
  private static final int LARGEST_PROBLEM = 64 * 1024;

  private final Socket socket;
  private final InputStream in;
  private final AnswerHead head;
  private final boolean hasBody;
  private final InputStream body;
  private final Duration patience;

  private BackendAnswer(
      Socket socket,
      InputStream in,
      AnswerHead head,
      boolean hasBody,
      InputStream body,
      Duration patience) {
    this.socket = socket;
    this.in = in;
    this.head = head;
    this.body = body;
    this.hasBody = hasBody;
    this.patience = patience;
  }

  /**
   * @param method that was asked with
   * @param patience how long a body is waited for that is read here
   */
  static BackendAnswer read(Socket socket, InputStream in, String method, Duration patience)
      throws IOException {
    AnswerHead head = AnswerHead.read(in);
    boolean hasBody = !head.bodiless(method);
    InputStream body = hasBody ? body(in, head) : InputStream.nullInputStream();
    return new BackendAnswer(socket, in, head, hasBody, body, patience);
  }

  private static InputStream body(InputStream in, AnswerHead head) throws IOException {
    if (head.chunked()) {
      return new ChunkedBody(in);
    }
    OptionalLong length = head.contentLength();
    return length.isPresent() ? new SizedBody(in, length.getAsLong()) : in;
  }

  /** The status code. */
  public int code() {
    return head.code();
  }

  /** All headers, in their order. */
  public List<Header> headers() {
    return head.headers();
  }

  /** The first value of a header; empty if there is none. */
  public String header(String name) {
    for (Header header : head.headers()) {
      if (header.is(name)) {
        return header.value();
      }
    }
    return "";
  }

  /** How long the body is, or would be if it were wanted; negative if that is not known. */
  public long length() throws IOException {
    boolean none = code() == 204 || code() == 304;
    return none || head.chunked() ? -1 : head.contentLength().orElse(-1);
  }

  /** Whether there is a body, of whatever length. */
  public boolean hasBody() {
    return hasBody;
  }

  /** What is answered, as it comes; fails if it breaks off. */
  public InputStream body() {
    return body;
  }

  /** The body of a refusal, as far as it comes in time. */
  public String problem() throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (SocketDeadline deadline = SocketDeadline.closing(socket, patience)) {
      try {
        for (int next = body.read(); next >= 0; next = body.read()) {
          read.write(next);
          if (read.size() == LARGEST_PROBLEM) {
            break;
          }
        }
      } catch (IOException e) {
        if (!deadline.passed()) {
          throw e;
        }
      }
    }
    return read.toString(StandardCharsets.UTF_8).strip();
  }

  /**
   * All of the body.
   *
   * @param longest how many bytes it may have
   * @throws IOException if it is longer, or does not come in time
   */
  public byte[] wholeBody(int longest) throws IOException {
    try (SocketDeadline deadline = SocketDeadline.closing(socket, patience)) {
      byte[] read = body.readNBytes(longest + 1);
      if (deadline.passed()) {
        throw new IOException("no end of the answer within " + patience.toSeconds() + " s");
      }
      if (read.length > longest) {
        throw new IOException("the answer is too long");
      }
      return read;
    }
  }

  /** What comes after the head, as it is on the wire. */
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
