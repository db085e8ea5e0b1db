package dev.muster.store;

import java.nio.charset.StandardCharsets;

/** Values for tests: text that knows its revision. */
record Text(String text, long revision) {
  static final Codec<Text> CODEC =
      (key, bytes, revision) -> new Text(new String(bytes, StandardCharsets.UTF_8), revision);

  static Draft<Text> draft(String text) {
    return new Draft<>() {
      @Override
      public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public Text committed(long revision) {
        return new Text(text, revision);
      }
    };
  }
}
