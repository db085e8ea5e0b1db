package dev.muster.kinds.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed answer: its bytes are made once, when it is first asked for, and its tag names them. The
 * arrays are not to be changed.
 */
public final class Document {
  private final Supplier<? extends JsonNode> tree;
  private volatile byte @Nullable [] json;
  private volatile @Nullable String hash;

  /**
   * @param tree gives equal trees each time; asked more than once only by a race of first readers
   */
  public Document(Supplier<? extends JsonNode> tree) {
    this.tree = tree;
  }

  public byte[] json() {
    byte[] known = json;
    if (known == null) {
      known = Encoder.encode(tree.get());
      json = known;
    }
    return known;
  }

  /** Rarely asked for, so made anew each time. */
  public byte[] yaml() {
    try {
      return Yaml.fromTree(Trees.parse(json()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The hash of the JSON form, in upper-case hexadecimal. */
  public String hash() {
    String known = hash;
    if (known == null) {
      known = sha256(json());
      hash = known;
    }
    return known;
  }

  /** The value of an ETag header. */
  public String etag() {
    return "\"" + hash() + "\"";
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
