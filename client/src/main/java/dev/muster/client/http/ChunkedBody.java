package dev.muster.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/**
 * A body in chunks; its trailers are read and left out. One without its last chunk is a failure.
 */
final class ChunkedBody extends InputStream {
  private static final int LONGEST_LINE = 4 * 1024;
  private static final int MOST_TRAILERS = 100;

  private final InputStream in;
  private long left;
  private boolean begun;
  private boolean ended;

  ChunkedBody(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    if (left == 0 && !ended) {
      next();
    }
    if (ended) {
      return -1;
    }
    int count = in.read(to, from, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("unexpected EOF");
    }
    left -= count;
    return count;
  }

  private void next() throws IOException {
    if (begun && !line().isEmpty()) {
      throw malformed();
    }
    begun = true;
    left = size(line());
    if (left == 0) {
      ended = true;
      for (int trailers = 0; !line().isEmpty(); trailers++) {
        if (trailers == MOST_TRAILERS) {
          throw malformed();
        }
      }
    }
  }

  /** {@code 1f;extension=ignored}. */
  private static long size(String line) throws ProtocolException {
    int end = line.indexOf(';');
    String digits = (end < 0 ? line : line.substring(0, end)).strip();
    if (digits.isEmpty() || digits.length() > 15) {
      throw malformed();
    }
    long size = 0;
    for (int at = 0; at < digits.length(); at++) {
      char c = digits.charAt(at);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw malformed();
      }
      size = size << 4 | digit;
    }
    return size;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("unexpected EOF");
      }
      if (line.length() == LONGEST_LINE) {
        throw malformed();
      }
      line.append((char) b);
    }
    int end = line.length() - 1;
    return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
  }

  private static ProtocolException malformed() {
    return new ProtocolException("malformed chunked encoding");
  }
}
