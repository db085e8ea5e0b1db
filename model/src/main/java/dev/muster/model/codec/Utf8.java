package dev.muster.model.codec;

import java.io.ByteArrayOutputStream;

/** Bytes that claim to be UTF-8. */
final class Utf8 {
  private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

  private Utf8() {}

  /**
   * The same bytes if they are well-formed; else a copy in which every byte that belongs to no
   * character is replaced by U+FFFD, one for one.
   */
  static byte[] repaired(byte[] bytes) {
    int good = wellFormedPrefix(bytes, 0);
    if (good == bytes.length) {
      return bytes;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 16);
    int from = 0;
    while (good < bytes.length) {
      out.write(bytes, from, good - from);
      out.writeBytes(REPLACEMENT);
      from = good + 1;
      good = wellFormedPrefix(bytes, from);
    }
    out.write(bytes, from, good - from);
    return out.toByteArray();
  }

  /** The index of the first byte at or after {@code from} that begins no character. */
  private static int wellFormedPrefix(byte[] bytes, int from) {
    int i = from;
    while (i < bytes.length) {
      if (bytes[i] >= 0) {
        i++;
        continue;
      }
      int length = characterLength(bytes, i);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return i;
  }

  private static int characterLength(byte[] bytes, int i) {
    int lead = bytes[i] & 0xff;
    if (lead >= 0xc2 && lead <= 0xdf) {
      return continues(bytes, i + 1, 0x80, 0xbf) ? 2 : 0;
    }
    if (lead >= 0xe0 && lead <= 0xef) {
      int low = lead == 0xe0 ? 0xa0 : 0x80;
      int high = lead == 0xed ? 0x9f : 0xbf;
      return continues(bytes, i + 1, low, high) && continues(bytes, i + 2, 0x80, 0xbf) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
      int low = lead == 0xf0 ? 0x90 : 0x80;
      int high = lead == 0xf4 ? 0x8f : 0xbf;
      return continues(bytes, i + 1, low, high)
              && continues(bytes, i + 2, 0x80, 0xbf)
              && continues(bytes, i + 3, 0x80, 0xbf)
          ? 4
          : 0;
    }
    return 0;
  }

  private static boolean continues(byte[] bytes, int i, int low, int high) {
    return i < bytes.length && (bytes[i] & 0xff) >= low && (bytes[i] & 0xff) <= high;
  }
}
