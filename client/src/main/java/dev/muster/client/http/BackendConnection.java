package dev.muster.client.http;

import dev.muster.base.sockets.SocketDeadline;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** A connection with somebody who has not been asked anything yet. Closing it ends all waiting. */
public final class BackendConnection implements Closeable {
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BLOCK = 32 * 1024;

  private final Socket socket;
  private final Duration patience;

  /** On a socket that is connected. */
  public BackendConnection(Socket socket, Duration patience) {
    this.socket = socket;
    this.patience = patience;
  }

  /** Sends all but the body. */
  public void sendHead(OutgoingRequest request) throws IOException {
    socket.getOutputStream().write(request.head());
    socket.getOutputStream().flush();
  }

  /**
   * Sends the body as it comes. One that breaks off leaves half a request behind: the connection is
   * closed.
   *
   * @param progress told after each piece
   */
  public void sendBody(OutgoingRequest request, Runnable progress) throws IOException {
    if (request.bodyLength() == 0) {
      return;
    }
    OutputStream out = socket.getOutputStream();
    boolean chunked = request.bodyLength() < 0;
    byte[] block = new byte[BLOCK];
    for (int count = next(request, block); count >= 0; count = next(request, block)) {
      if (count > 0) {
        out.write(chunked ? chunk(block, count) : Arrays.copyOf(block, count));
        out.flush();
        progress.run();
      }
    }
    if (chunked) {
      out.write(LAST_CHUNK);
      out.flush();
    }
  }

  private int next(OutgoingRequest request, byte[] block) throws IOException {
    try {
      return request.body().read(block);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static byte[] chunk(byte[] block, int count) {
    byte[] size = Integer.toHexString(count).getBytes(StandardCharsets.US_ASCII);
    byte[] chunk = Arrays.copyOf(size, size.length + count + 2 * LINE_END.length);
    System.arraycopy(LINE_END, 0, chunk, size.length, 2);
    System.arraycopy(block, 0, chunk, size.length + 2, count);
    System.arraycopy(LINE_END, 0, chunk, size.length + 2 + count, 2);
    return chunk;
  }

  /** Waits for the head of the answer, for as long as it takes or until this is closed. */
  public BackendAnswer answer(String method) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    return BackendAnswer.read(socket, in, method, patience);
  }

  /** The same, but no longer than that; the connection is closed if there is no answer. */
  public BackendAnswer answer(String method, Duration longest) throws IOException {
    try (SocketDeadline deadline = SocketDeadline.closing(socket, longest)) {
      try {
        return answer(method);
      } catch (IOException e) {
        socket.close();
        throw deadline.passed()
            ? new IOException("no answer within " + longest.toSeconds() + " s", e)
            : e;
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
