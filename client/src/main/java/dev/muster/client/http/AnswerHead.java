package dev.muster.client.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The status line and the headers of an answer. Nobody is trusted to send sane ones: what is too
 * long, or not what HTTP says, is an {@link IOException}.
 */
record AnswerHead(int code, List<Header> headers) {
  private static final int LARGEST = 64 * 1024;
  private static final int MOST_HEADERS = 100;
  private static final int MOST_ANNOUNCEMENTS = 5;

  AnswerHead {
    headers = List.copyOf(headers);
  }

  /** The head of the answer itself, behind those that only announce it. */
  static AnswerHead read(InputStream in) throws IOException {
    for (int announcements = 0; announcements <= MOST_ANNOUNCEMENTS; announcements++) {
      AnswerHead head = one(in);
      if (head.code >= 200 || head.code == 101) {
        return head;
      }
    }
    throw new IOException("net/http: too many 1xx informational responses");
  }

  private static AnswerHead one(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    List<String> lines = new ArrayList<>();
    for (int total = 0; ; total++) {
      int b = in.read();
      if (b < 0) {
        throw new IOException(total == 0 ? "EOF" : "unexpected EOF");
      }
      if (total > LARGEST || lines.size() > MOST_HEADERS) {
        throw new IOException(
            "net/http: server response headers exceeded " + LARGEST + " bytes; aborted");
      }
      if (b != '\n') {
        line.write(b);
        continue;
      }
      String text = text(line);
      line.reset();
      if (text.isEmpty()) {
        return of(lines);
      }
      lines.add(text);
    }
  }

  /** A line without its end; nothing else in it may be a control character, but for tabs. */
  private static String text(ByteArrayOutputStream line) throws IOException {
    String text = line.toString(StandardCharsets.ISO_8859_1);
    if (text.endsWith("\r")) {
      text = text.substring(0, text.length() - 1);
    }
    if (text.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f)) {
      throw malformed();
    }
    return text;
  }

  private static AnswerHead of(List<String> lines) throws IOException {
    if (lines.isEmpty()) {
      throw malformed();
    }
    List<Header> headers = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      if (colon <= 0 || !isToken(line.substring(0, colon))) {
        throw malformed();
      }
      headers.add(new Header(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return new AnswerHead(code(lines.getFirst()), headers);
  }

  /** A name with anything else in it would be another header to whoever reads leniently. */
  private static boolean isToken(String name) {
    return name.chars()
        .allMatch(
            c ->
                c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
  }

  /** {@code HTTP/1.1 200 OK}. */
  private static int code(String line) throws IOException {
    boolean http = line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 ");
    if (!http || line.length() < 12 || line.length() > 12 && line.charAt(12) != ' ') {
      throw malformed();
    }
    int code = 0;
    for (int at = 9; at < 12; at++) {
      int digit = line.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        throw malformed();
      }
      code = 10 * code + digit;
    }
    if (code < 100 || code > 599) {
      throw malformed();
    }
    return code;
  }

  /** What {@code Content-Length} says, if it says something; twice the same counts once. */
  OptionalLong contentLength() throws IOException {
    OptionalLong found = OptionalLong.empty();
    for (Header header : headers) {
      if (!header.name().equalsIgnoreCase("Content-Length")) {
        continue;
      }
      String value = header.value();
      boolean number =
          !value.isEmpty()
              && value.length() <= 18
              && value.chars().allMatch(c -> c >= '0' && c <= '9');
      long length = number ? Long.parseLong(value) : -1;
      if (length < 0 || found.isPresent() && found.getAsLong() != length) {
        throw malformed();
      }
      found = OptionalLong.of(length);
    }
    return found;
  }

  /** Whether the body is in chunks, whatever else says how long it is. */
  boolean chunked() throws IOException {
    boolean found = false;
    for (Header header : headers) {
      if (header.is("Transfer-Encoding")) {
        if (found || !header.value().equalsIgnoreCase("chunked")) {
          throw new IOException("unsupported transfer encoding");
        }
        found = true;
      }
    }
    return found;
  }

  /** Without a body whatever its headers say. */
  boolean bodiless(String method) {
    return method.equals("HEAD") || code < 200 || code == 204 || code == 304;
  }

  private static IOException malformed() {
    return new IOException("malformed HTTP response");
  }
}
