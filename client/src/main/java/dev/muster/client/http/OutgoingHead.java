package dev.muster.client.http;

import dev.muster.base.go.GoText;
import java.net.ProtocolException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The head of a request without a body, for connections that are made by hand: those that become
 * streams, and probes, which choose their own {@code Host}.
 *
 * <p>INVARIANT: each part stays what it is. No text can end a line, begin a header or a second
 * request, whoever wrote it.
 */
public final class OutgoingHead {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
  private static final String HOST_MARKS = "!$%&'()*+,-.:;=[]_~";

  private final StringBuilder lines = new StringBuilder();

  /**
   * The head of one request.
   *
   * @param target path and query, escaped
   * @throws ProtocolException in Go's words, if one of the two cannot be sent
   */
  public OutgoingHead(String method, String target) throws ProtocolException {
    if (!isToken(method)) {
      throw new ProtocolException("net/http: invalid method " + GoText.quote(method));
    }
    if (!target.startsWith("/") || !target.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new ProtocolException("net/http: can't write control character in Request.URL");
    }
    lines.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
  }

  /** Who is asked; empty if nobody can be named. */
  public OutgoingHead host(String authority) throws ProtocolException {
    if (!isHost(authority)) {
      throw new ProtocolException("http: invalid Host header");
    }
    return line("Host", authority);
  }

  /** Any header but {@code Host}. */
  public OutgoingHead header(String name, String value) throws ProtocolException {
    if (!isToken(name)) {
      throw new ProtocolException("net/http: invalid header field name " + GoText.quote(name));
    }
    if (!value.chars().allMatch(c -> c >= ' ' && c != 0x7f || c == '\t')) {
      throw new ProtocolException("net/http: invalid header field value for " + GoText.quote(name));
    }
    return line(name, value);
  }

  /** A header as it came in from somewhere else: {@code Name: value}. */
  public OutgoingHead header(String line) throws ProtocolException {
    int colon = line.indexOf(':');
    return header(line.substring(0, Math.max(0, colon)), line.substring(colon + 1).strip());
  }

  private OutgoingHead line(String name, String value) {
    lines.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  /** As it goes on the wire, in UTF-8. */
  public byte[] bytes() {
    return bytes(StandardCharsets.UTF_8);
  }

  /**
   * As it goes on the wire.
   *
   * @param values how values that are not ASCII are written
   */
  public byte[] bytes(Charset values) {
    return (lines + "\r\n").getBytes(values);
  }

  /** Whether a text can stand in a {@code Host} header. */
  public static boolean isHost(String text) {
    return text.chars().allMatch(c -> isAlphanumeric(c) || HOST_MARKS.indexOf(c) >= 0);
  }

  private static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> isAlphanumeric(c) || TOKEN_MARKS.indexOf(c) >= 0);
  }

  private static boolean isAlphanumeric(int c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
