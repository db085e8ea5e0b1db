package dev.muster.apiserver.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Texts that cannot be guessed, and what is kept of them. */
final class SecretText {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private SecretText() {}

  /** A new one, of 256 random bits in letters that need no escapes in a URL. */
  static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * What is kept and compared instead of it: how long a comparison takes tells nothing about it,
   * and memory does not hold it.
   */
  static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
