package dev.muster.authz.rbac;

import java.security.SecureRandom;

/**
 * SipHash-1-3 of texts with a key that only this process knows, so that nobody can choose names
 * that hash alike. Slower than {@link String#hashCode}, which remembers its outcome.
 */
final class SecretHash {
  private static final long K0;
  private static final long K1;

  static {
    SecureRandom random = new SecureRandom();
    K0 = random.nextLong();
    K1 = random.nextLong();
  }

  private long v0 = K0 ^ 0x736f6d6570736575L;
  private long v1 = K1 ^ 0x646f72616e646f6dL;
  private long v2 = K0 ^ 0x6c7967656e657261L;
  private long v3 = K1 ^ 0x7465646279746573L;

  private SecretHash() {}

  static int of(String text) {
    SecretHash state = new SecretHash();
    long word = 0;
    for (int i = 0; i < text.length(); i++) {
      word = word << 16 | text.charAt(i);
      if ((i & 3) == 3) {
        state.take(word);
        word = 0;
      }
    }
    state.take((long) text.length() << 48 | word);
    state.v2 ^= 0xff;
    state.round();
    state.round();
    state.round();
    long hash = state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
    return (int) (hash ^ hash >>> 32);
  }

  private void take(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  private void round() {
    v0 += v1;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v3;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 += v3;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 += v1;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v2 = Long.rotateLeft(v2, 32);
  }
}
