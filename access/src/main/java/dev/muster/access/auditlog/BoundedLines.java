package dev.muster.access.auditlog;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a stream; of one that is too long nothing is kept. */
final class BoundedLines {
  private final InputStream in;
  private final int longest;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final byte[] buffer = new byte[64 << 10];
  private int at;
  private int end;
  private long number;
  private boolean tooLong;

  BoundedLines(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** The next line without its end, empty if it is too long; null at the end. */
  byte @Nullable [] next() throws IOException {
    line.reset();
    tooLong = false;
    boolean any = false;
    while (true) {
      if (at == end) {
        end = in.read(buffer);
        at = 0;
        if (end < 0) {
          end = 0;
          return any ? done() : null;
        }
      }
      any = true;
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      keep(from, at - from);
      if (at < end) {
        at++;
        return done();
      }
    }
  }

  private void keep(int from, int length) {
    if (!tooLong && line.size() + length <= longest) {
      line.write(buffer, from, length);
    } else {
      tooLong = true;
      line.reset();
    }
  }

  private byte[] done() {
    number++;
    return line.toByteArray();
  }

  /** Of the line that was returned last, from 1. */
  long number() {
    return number;
  }

  /** Whether that line was too long. */
  boolean tooLong() {
    return tooLong;
  }
}
