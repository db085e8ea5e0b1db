package dev.muster.access.auditlog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream of which only so much may be read at a time: no part of a document grows without end.
 */
final class Allowance extends FilterInputStream {
  private long left = AuditLogReader.LONGEST;

  Allowance(InputStream in) {
    super(in);
  }

  /** What is read next is another part. */
  void renew() {
    left = AuditLogReader.LONGEST;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (left <= 0) {
      throw new SpentException();
    }
    int count = super.read(bytes, from, length);
    left -= Math.max(count, 0);
    return count;
  }

  /** A part is larger than any event. */
  static final class SpentException extends IOException {
    private static final long serialVersionUID = 1L;

    SpentException() {
      super("an event longer than " + (AuditLogReader.LONGEST >> 20) + " MiB");
    }
  }
}
