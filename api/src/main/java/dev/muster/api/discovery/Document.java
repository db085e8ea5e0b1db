package dev.muster.api.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.codec.Encoder;
import dev.muster.api.codec.Trees;
import dev.muster.api.codec.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A fixed answer: its bytes are made once, its tag names them. The arrays are not to be changed.
 */
public final class Document {
  private final byte[] json;
  private final String hash;

  public Document(JsonNode tree) {
    this.json = Encoder.encode(tree);
    this.hash = sha256(json);
  }

  public byte[] json() {
    return json;
  }

  /** Rarely asked for, so made anew each time. */
  public byte[] yaml() {
    try {
      return Yaml.fromTree(Trees.parse(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The hash of the JSON form, in upper-case hexadecimal. */
  public String hash() {
    return hash;
  }

  /** The value of an ETag header. */
  public String etag() {
    return "\"" + hash + "\"";
  }

  /** The SHA-256 of some bytes, in upper-case hexadecimal. */
  public static String sha256(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).toUpperCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
