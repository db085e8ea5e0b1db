package dev.muster.runtime.layers;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A layer's stream, which ends with an error where it is longer than all that a layer may hold:
 * also what is only passed over has to be decompressed.
 */
final class BoundedInput extends FilterInputStream {
  /** What a member's own headers take, usually less. */
  private static final long HEADERS = 4 * TarHeader.BLOCK;

  private final long most;
  private long left;

  BoundedInput(InputStream in, LayerUnpacker.Limits limits) {
    super(in);
    this.most = limits.bytes() + HEADERS * limits.members();
    this.left = most;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    left -= Math.max(0, count);
    if (left < 0) {
      throw new LayerException("the layer's stream is longer than " + most + " bytes");
    }
    return count;
  }

  /** By reading: a stream that can skip would not tell how much of it there is. */
  @Override
  public long skip(long count) throws IOException {
    byte[] buffer = new byte[(int) Math.min(count, 1 << 13)];
    int read = buffer.length == 0 ? 0 : read(buffer, 0, buffer.length);
    return Math.max(0, read);
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
