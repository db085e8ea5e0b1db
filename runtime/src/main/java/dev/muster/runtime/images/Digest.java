package dev.muster.runtime.images;

import dev.muster.base.go.GoText;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of some content, in the form {@code sha256:<64 hex digits>}. */
public record Digest(String text) implements Comparable<Digest> {
  private static final String PREFIX = "sha256:";

  public Digest {
    if (!isDigest(text)) {
      throw new IllegalArgumentException("not a sha256 digest: " + GoText.brief(text));
    }
  }

  static boolean isDigest(String text) {
    return text.length() == PREFIX.length() + 64
        && text.startsWith(PREFIX)
        && text.chars().skip(PREFIX.length()).allMatch(Digest::isHex);
  }

  /** Reads a digest from a manifest or a configuration. */
  static Digest parse(String text) throws ImageException {
    if (!isDigest(text)) {
      throw new ImageException(
          "digest " + GoText.brief(text) + " is not of the form sha256:<64 hex digits>");
    }
    return new Digest(text);
  }

  static Digest of(byte[] content) {
    return finish(sha256(), content);
  }

  static Digest finish(MessageDigest digest) {
    return new Digest(PREFIX + HexFormat.of().formatHex(digest.digest()));
  }

  private static Digest finish(MessageDigest digest, byte[] content) {
    digest.update(content);
    return finish(digest);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The 64 digits alone, fit for a file name. */
  public String hex() {
    return text.substring(PREFIX.length());
  }

  @Override
  public int compareTo(Digest other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }

  private static boolean isHex(int c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
  }
}
