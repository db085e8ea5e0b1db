package dev.muster.apiserver.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** The name by which metrics tell the API servers of a cluster apart. */
final class ServerIdentity {
  private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
  private static final String DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

  private ServerIdentity() {}

  /** As kube-apiserver makes it of the machine's name. */
  static String ofThisMachine() {
    return of(hostname());
  }

  static String of(String hostname) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(hostname.getBytes(UTF_8));
      return "apiserver-" + base32(Arrays.copyOf(hash, 16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** 128 bits as 26 digits, of which the last has two bits more. */
  private static String base32(byte[] bits) {
    BigInteger left = new BigInteger(1, bits).shiftLeft(2);
    StringBuilder out = new StringBuilder();
    for (int at = 25; at >= 0; at--) {
      out.append(DIGITS.charAt(left.shiftRight(5 * at).intValue() & 31));
    }
    return out.toString();
  }

  private static String hostname() {
    try {
      return Files.readString(HOSTNAME).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
