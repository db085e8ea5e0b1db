package dev.muster.apiserver.metrics;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash as the value of a label: what is secret, or long, can be compared and not read. */
final class HashLabel {
  private HashLabel() {}

  /** The SHA-256 of data; empty if there is none. */
  static String of(byte[] data) {
    if (data.length == 0) {
      return "";
    }
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
