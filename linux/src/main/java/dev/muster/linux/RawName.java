package dev.muster.linux;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** File names between the kernel's bytes and strings; a byte b that is not UTF-8 is U+DC00 + b. */
public final class RawName {
  private static final char ESCAPE = 0xDC00;

  private RawName() {}

  public static String decode(byte[] name) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(name);
    CharBuffer out = CharBuffer.allocate(name.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (result.isUnderflow()) {
        return out.flip().toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (ESCAPE + (in.get() & 0xff)));
      }
    }
  }

  /** The bytes of a name or path; refuses a NUL, at which the kernel would stop reading. */
  static byte[] encode(String name) {
    if (name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a path must not hold a NUL character");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(name.length());
    int plain = 0;
    for (int i = 0; i < name.length(); i++) {
      if (isEscape(name, i)) {
        out.writeBytes(name.substring(plain, i).getBytes(StandardCharsets.UTF_8));
        out.write(name.charAt(i) - ESCAPE);
        plain = i + 1;
      }
    }
    out.writeBytes(name.substring(plain).getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  private static boolean isEscape(String name, int i) {
    char c = name.charAt(i);
    return c >= ESCAPE + 0x80
        && c <= ESCAPE + 0xff
        && (i == 0 || !Character.isHighSurrogate(name.charAt(i - 1)));
  }
}
