package dev.muster.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** As many bytes as were announced; fewer are a failure. */
final class SizedBody extends InputStream {
  private final InputStream in;
  private long left;

  SizedBody(InputStream in, long length) {
    this.in = in;
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = in.read(to, from, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("unexpected EOF");
    }
    left -= count;
    return count;
  }
}
