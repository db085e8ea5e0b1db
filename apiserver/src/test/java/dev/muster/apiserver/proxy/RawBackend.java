package dev.muster.apiserver.proxy;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/** A server that shows what it was sent, to the byte, and answers as a test wants it to. */
public final class RawBackend implements Closeable {
  /** What it does with a connection whose request's head has been read. */
  @FunctionalInterface
  public interface Talk {
    void on(InputStream in, OutputStream out) throws Exception;
  }

  private final ServerSocket listener;
  private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
  private volatile Talk talk = (in, out) -> {};

  public RawBackend(String address) throws IOException {
    this(address, ServerSocketFactory.getDefault());
  }

  public RawBackend(String address, ServerSocketFactory sockets) throws IOException {
    listener = sockets.createServerSocket(0, 50, InetAddress.getByName(address));
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String head = head(in);
      heads.add(head);
      talk.on(in, socket.getOutputStream());
    } catch (Exception e) {
      // the other side hung up
    }
  }

  static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("cut off: " + head);
      }
      head.append((char) b);
    }
    return head.toString();
  }

  void talks(Talk how) {
    talk = how;
    heads.clear();
  }

  /** Answers every request with this text and hangs up. */
  public void answers(String answer) {
    talks(
        (in, out) -> {
          out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
          out.flush();
        });
  }

  /** With 200 and a body of this type. */
  public void answers(String type, String body) {
    answers(
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(type, body.length(), body));
  }

  /** The head of the next request. */
  String head() throws InterruptedException {
    String head = heads.poll(20, TimeUnit.SECONDS);
    if (head == null) {
      throw new AssertionError("nobody asked");
    }
    return head;
  }

  boolean wasAsked() {
    return !heads.isEmpty();
  }

  public int port() {
    return listener.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
