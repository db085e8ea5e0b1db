package dev.muster.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends what no proper client would, over one connection for as long as the server keeps it. */
final class Wire implements AutoCloseable {
  private static final int SILENCE = 20_000;
  private static final int MOMENT = 100;

  private final SSLContext tls;
  private final int port;
  private @Nullable Socket socket;
  private InputStream in = InputStream.nullInputStream();

  Wire(SSLContext tls, int port) {
    this.tls = tls;
    this.port = port;
  }

  /** An answer; of one that goes on without end only the beginning. */
  record Answer(int status, String body) {
    boolean succeeded() {
      return status >= 200 && status < 300;
    }
  }

  /**
   * One request.
   *
   * @param target the path and query, sent as they are
   */
  Answer send(String method, String target, String contentType, String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(
        (method
                + " "
                + target
                + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: "
                + contentType
                + "\r\nContent-Length: "
                + content.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(content);
    boolean kept = socket != null;
    try {
      return exchanged(method, request.toByteArray());
    } catch (IOException e) {
      if (!kept) {
        throw e;
      }
      // the server ends connections that were silent for long; on a new one it has to answer
      return exchanged(method, request.toByteArray());
    }
  }

  private Answer exchanged(String method, byte[] request) throws IOException {
    Socket open = socket == null ? connect() : socket;
    try {
      open.getOutputStream().write(request);
      return answer(method, open);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private Socket connect() throws IOException {
    Socket made = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    made.setSoTimeout(SILENCE);
    made.setTcpNoDelay(true);
    in = new BufferedInputStream(made.getInputStream());
    socket = made;
    return made;
  }

  private Answer answer(String method, Socket open) throws IOException {
    String first = line();
    String[] words = first.split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.1")) {
      throw new IOException("not an answer: " + first);
    }
    int length = -1;
    boolean last = false;
    for (String each = line(); !each.isEmpty(); each = line()) {
      String lower = each.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).strip());
      }
      last |= lower.startsWith("connection: close");
    }
    int status = Integer.parseInt(words[1]);
    boolean bare = method.equals("HEAD") || status == 204 || status == 304;
    String body = bare ? "" : length >= 0 ? text(in.readNBytes(length)) : beginning(open);
    if (last || length < 0 && !bare) {
      close();
    }
    return new Answer(status, body);
  }

  /** The first piece of an answer in pieces, if there is one: a watch may have nothing to tell. */
  private String beginning(Socket open) throws IOException {
    open.setSoTimeout(MOMENT);
    try {
      int length = Integer.parseInt(line(), 16);
      return text(in.readNBytes(length));
    } catch (SocketTimeoutException nothingYet) {
      return "";
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder out = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed the connection after \"" + out + "\"");
      }
      out.append((char) next);
    }
    return out.toString().strip();
  }

  @Override
  public void close() {
    Socket closed = socket;
    socket = null;
    try {
      if (closed != null) {
        closed.close();
      }
    } catch (IOException e) {
      // it is not used again
    }
  }
}
