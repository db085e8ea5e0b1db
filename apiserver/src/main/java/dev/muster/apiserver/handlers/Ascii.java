package dev.muster.apiserver.handlers;

import java.nio.charset.StandardCharsets;

/** Fixed pieces of JSON as bytes. */
final class Ascii {
  static final byte[] NEWLINE = bytes("\n");
  static final byte[] COMMA = bytes(",");
  static final byte[] OPEN_ITEM = bytes("{");
  static final byte[] NEXT_ITEM = bytes(",{");
  static final byte[] END_LIST = bytes("]}\n");
  static final byte[] END_EVENT = bytes("}\n");

  private Ascii() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
