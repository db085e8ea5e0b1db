package dev.muster.apiserver.encryption;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A key of a provider: what values begin with that were made with it, and how they are made.
 *
 * @param prefix as {@code k8s:enc:aescbc:v1:key1:}, or empty for values as they are
 */
record EncryptionKey(String prefix, ValueTransformer transformer) {
  static final EncryptionKey NONE = new EncryptionKey("", new Plain());

  byte[] prefixBytes() {
    return prefix.getBytes(StandardCharsets.UTF_8);
  }

  boolean made(byte[] kept) {
    byte[] start = prefixBytes();
    return kept.length >= start.length
        && Arrays.equals(kept, 0, start.length, start, 0, start.length);
  }

  @Override
  public String toString() {
    return prefix;
  }
}
