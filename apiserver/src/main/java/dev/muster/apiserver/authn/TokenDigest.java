package dev.muster.apiserver.authn;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Stands for a token where tokens are looked up: the time a look-up takes tells nothing about the
 * tokens that exist, and a memory dump of the table does not give them away.
 */
record TokenDigest(String hex) {

  static TokenDigest of(String token) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return new TokenDigest(
          HexFormat.of().formatHex(sha256.digest(token.getBytes(StandardCharsets.UTF_8))));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
