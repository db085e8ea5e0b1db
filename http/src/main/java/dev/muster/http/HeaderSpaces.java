package dev.muster.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Takes the spaces around headers' values out of what an HTTP/2 client sends: clients in Go send
 * some, and servers in Go take them, but Jetty refuses a request that has one. Headers that go on
 * in a second frame are left alone. Holds at most one frame of headers.
 */
final class HeaderSpaces {
  private static final int PREFACE = 24;
  private static final int FRAME_HEAD = 9;
  private static final int LONGEST_FRAME = 16_384;
  private static final int HEADERS = 1;
  private static final int END_HEADERS = 4;
  private static final int PADDED = 8;
  private static final int PRIORITY = 0x20;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
  private int passing = PREFACE;
  private int wanted = FRAME_HEAD;

  /** What is to be handed on of what was received up to now. */
  byte[] take(byte[] bytes) {
    for (int at = 0; at < bytes.length; ) {
      if (passing > 0) {
        int some = Math.min(passing, bytes.length - at);
        out.write(bytes, at, some);
        passing -= some;
        at += some;
      } else {
        int some = Math.min(wanted - frame.size(), bytes.length - at);
        frame.write(bytes, at, some);
        at += some;
        if (frame.size() == wanted) {
          collected(frame.toByteArray());
        }
      }
    }
    return drained(out);
  }

  /** What was held back, for a client that says no more. */
  byte[] rest() {
    return drained(frame);
  }

  private void collected(byte[] bytes) {
    int length = (bytes[0] & 0xff) << 16 | (bytes[1] & 0xff) << 8 | bytes[2] & 0xff;
    boolean headers = bytes[3] == HEADERS && (bytes[4] & END_HEADERS) != 0;
    if (!headers || length > LONGEST_FRAME) {
      out.writeBytes(bytes);
      passing = length;
    } else if (bytes.length < FRAME_HEAD + length) {
      wanted = FRAME_HEAD + length;
      return;
    } else {
      out.writeBytes(trimmed(bytes));
    }
    frame.reset();
    wanted = FRAME_HEAD;
  }

  private static byte[] trimmed(byte[] bytes) {
    int flags = bytes[4];
    int from = FRAME_HEAD + ((flags & PADDED) == 0 ? 0 : 1) + ((flags & PRIORITY) == 0 ? 0 : 5);
    int padding =
        (flags & PADDED) == 0 || bytes.length == FRAME_HEAD ? 0 : bytes[FRAME_HEAD] & 0xff;
    int to = bytes.length - padding;
    if (from > to) {
      return bytes;
    }
    byte[] block = Arrays.copyOfRange(bytes, from, to);
    byte[] trimmed = HeaderBlock.trimmed(block);
    int length = bytes.length - FRAME_HEAD - block.length + trimmed.length;
    if (trimmed == block || length > LONGEST_FRAME) {
      return bytes;
    }
    return ByteBuffer.allocate(FRAME_HEAD + length)
        .put((byte) (length >>> 16))
        .put((byte) (length >>> 8))
        .put((byte) length)
        .put(bytes, 3, from - 3)
        .put(trimmed)
        .put(bytes, to, padding)
        .array();
  }

  private static byte[] drained(ByteArrayOutputStream from) {
    byte[] all = from.toByteArray();
    from.reset();
    return all;
  }
}
