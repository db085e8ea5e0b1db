package dev.muster.api.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.codec.Encoder;
import dev.muster.api.codec.Yaml;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A fixed answer: its bytes are made once, its tag names them. The arrays are not to be changed.
 */
public final class Document {
  private final byte[] json;
  private final JsonNode tree;
  private final String hash;

  public Document(JsonNode tree) {
    this.tree = tree;
    this.json = Encoder.encode(tree);
    this.hash = sha256(json);
  }

  public byte[] json() {
    return json;
  }

  /** Rarely asked for, so written anew each time. */
  public byte[] yaml() {
    return Yaml.fromTree(tree);
  }

  /** The hash of the JSON form, in upper-case hexadecimal. */
  public String hash() {
    return hash;
  }

  /** The value of an ETag header. */
  public String etag() {
    return "\"" + hash + "\"";
  }

  private static String sha256(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).toUpperCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
