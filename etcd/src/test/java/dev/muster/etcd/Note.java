package dev.muster.etcd;

import dev.muster.store.Codec;
import dev.muster.store.Draft;
import dev.muster.store.KeyLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Values for tests: text that knows its revision. */
record Note(String text, long revision) {
  static final Codec<Note> CODEC =
      new Codec<>() {
        @Override
        public Note decode(String key, byte[] bytes, long revision) {
          if (bytes.length > 0 && bytes[0] == (byte) 0xff) {
            throw new IllegalArgumentException("not a note");
          }
          return new Note(new String(bytes, StandardCharsets.UTF_8), revision);
        }

        @Override
        public long weight(Note value) {
          return value.text().length();
        }
      };

  static Draft<Note> draft(String text) {
    return new Draft<>() {
      @Override
      public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public Note committed(long revision) {
        return new Note(text, revision);
      }
    };
  }

  /** Keys as they are, below a prefix. */
  static KeyLayout below(String prefix) {
    return new KeyLayout() {
      @Override
      public String toStorage(String key) {
        return prefix + key;
      }

      @Override
      public @Nullable String fromStorage(String path) {
        return path.startsWith(prefix) ? path.substring(prefix.length()) : null;
      }

      @Override
      public String prefix() {
        return prefix;
      }
    };
  }
}
