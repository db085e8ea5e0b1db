package dev.muster.node.probes;

import dev.muster.base.sockets.SocketDeadline;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Trust;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * One GET over a connection of its own. Whatever the other side does, it ends in time and takes
 * little memory. Certificates are not checked, as probes know no names.
 */
final class HttpGet {
  private static final int LONGEST_HEAD = 64 * 1024;
  private static final int LONGEST_BODY = 10 * 1024;
  private static final SSLSocketFactory TLS =
      ClientTls.context(new Trust.Anyone(), Optional.empty()).getSocketFactory();

  private HttpGet() {}

  /**
   * What came back.
   *
   * @param location where to look instead; empty if not said
   * @param body the beginning of it, of a redirection
   */
  record Answer(int status, String location, String body) {
    boolean redirects() {
      return switch (status) {
        case 301, 302, 303, 307, 308 -> !location.isEmpty();
        default -> false;
      };
    }
  }

  /** Somebody speaks plain HTTP where TLS was expected. */
  static final class PlainAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    PlainAnswerException(SSLException cause) {
      super("http: server gave HTTP response to HTTPS client", cause);
    }
  }

  /**
   * @param head of the request, as it is sent
   * @param end of {@link System#nanoTime}, for all of it
   * @param sockets in the network it is sent from
   * @throws SocketTimeoutException if it is not done by then
   */
  static Answer send(Address to, byte[] head, long end, ProbeSockets.Opening sockets)
      throws IOException {
    try (Socket plain = sockets.open().socket()) {
      SocketDeadline deadline =
          SocketDeadline.closing(plain, Duration.ofMillis(millisUntil(end) + 1L));
      try {
        plain.connect(ProbeSockets.resolved(to.host(), to.port()), millisUntil(end));
        try (Socket socket = to.secure() ? secured(plain, to) : plain) {
          socket.getOutputStream().write(head);
          socket.getOutputStream().flush();
          return read(new BufferedInputStream(socket.getInputStream()));
        }
      } finally {
        deadline.close();
      }
    } catch (IOException e) {
      if (System.nanoTime() >= end) {
        SocketTimeoutException late = new SocketTimeoutException();
        late.initCause(e);
        throw late;
      }
      throw e instanceof SSLException unread
              && String.valueOf(e.getMessage()).contains("unrecognized SSL message")
          ? new PlainAnswerException(unread)
          : e;
    }
  }

  private static int millisUntil(long end) {
    return (int) Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis());
  }

  private static Socket secured(Socket plain, Address to) throws IOException {
    return TLS.createSocket(plain, to.host(), to.port(), true);
  }

  private static Answer read(InputStream in) throws IOException {
    String[] lines = head(in).split("\r?\n");
    int status = status(lines[0]);
    String location = "";
    int length = LONGEST_BODY;
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      String name = lines[i].substring(0, Math.max(0, colon)).strip();
      String value = lines[i].substring(colon + 1).strip();
      if (name.equalsIgnoreCase("Location")) {
        location = value;
      } else if (name.equalsIgnoreCase("Content-Length") && value.matches("[0-9]{1,6}")) {
        length = Math.min(LONGEST_BODY, Integer.parseInt(value));
      }
    }
    boolean wanted = status >= 300 && status < 400;
    String body = wanted ? new String(in.readNBytes(length), StandardCharsets.UTF_8) : "";
    return new Answer(status, location, body);
  }

  /** Everything up to the empty line. */
  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int newlines = 0;
    while (newlines < 2) {
      int b = in.read();
      if (b < 0 && head.size() == 0) {
        throw new IOException("EOF");
      }
      if (b < 0 || head.size() == LONGEST_HEAD) {
        throw new IOException("malformed HTTP response");
      }
      head.write(b);
      newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** The code of {@code HTTP/1.1 200 OK}. */
  private static int status(String line) throws IOException {
    String[] words = line.split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/")) {
      throw new IOException("malformed HTTP response");
    }
    if (!words[1].matches("[0-9]{3}")) {
      throw new IOException("malformed HTTP status code \"" + words[1] + "\"");
    }
    return Integer.parseInt(words[1]);
  }
}
