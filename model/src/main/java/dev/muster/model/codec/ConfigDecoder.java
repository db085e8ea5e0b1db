package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.types.StructType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads configuration files: one object in JSON or YAML that says of which kind it is, with no
 * fields that nobody knows. Thread-safe.
 */
public final class ConfigDecoder {
  private final Map<String, StructType> types;
  private final Map<String, String> others;
  private final String scheme;

  /**
   * Reads the kinds of one scheme.
   *
   * @param types that a file may be of, each by apiVersion, a slash and kind
   * @param others kinds that exist and are not meant, with what is said then
   * @param scheme what the real server calls the place where it knows them from
   */
  public ConfigDecoder(Map<String, StructType> types, Map<String, String> others, String scheme) {
    this.types = Map.copyOf(types);
    this.others = Map.copyOf(others);
    this.scheme = scheme;
  }

  /** Something further that may be wrong with an object, to be said before unknown fields are. */
  @FunctionalInterface
  public interface Check {
    /**
     * Looks at an object.
     *
     * @throws DecodeException what is wrong
     */
    void check(ObjectNode object);
  }

  /**
   * The canonical object, with its kind and version.
   *
   * @throws DecodeException with the real decoder's words
   */
  public ObjectNode decode(byte[] file, Check values) {
    byte[] bytes = Utf8.repaired(file);
    List<String> issues = new ArrayList<>();
    if (isJson(bytes)) {
      JsonSyntax.fault(bytes)
          .ifPresent(
              fault -> {
                throw ClaimedKind.jsonFault(fault);
              });
      return decode(file, () -> Trees.FACTORY.createParser(bytes), issues, values);
    }
    Yaml.Document document = Yaml.read(bytes);
    if (!document.duplicates().isEmpty()) {
      issues.add("yaml: unmarshal errors:\n  " + String.join("\n  ", document.duplicates()));
    }
    JsonNode tree = document.tree();
    return decode(file, tree::traverse, issues, values);
  }

  @FunctionalInterface
  private interface Source {
    JsonParser open() throws IOException;
  }

  private ObjectNode decode(byte[] file, Source source, List<String> issues, Check values) {
    ClaimedKind claim;
    try (JsonParser in = source.open()) {
      claim = ClaimedKind.read(in);
    } catch (IOException e) {
      throw ClaimedKind.jsonFault(String.valueOf(e.getMessage()));
    }
    StructType type = typeOf(claim, file);
    Decoder.Decoded read;
    try (JsonParser in = source.open()) {
      read = Decoder.decode(type, in);
    } catch (IOException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
    values.check(read.object());
    issues.addAll(read.issues());
    if (!issues.isEmpty()) {
      throw new DecodeException("strict decoding error: " + String.join(", ", issues));
    }
    return read.object();
  }

  private StructType typeOf(ClaimedKind claim, byte[] file) {
    if (claim.kind().isEmpty()) {
      throw new DecodeException("Object 'Kind' is missing in '" + text(file) + "'");
    }
    if (claim.version().isEmpty()) {
      throw new DecodeException("Object 'apiVersion' is missing in '" + text(file) + "'");
    }
    String name = claim.apiVersion() + "/" + claim.kind();
    String other = others.get(name);
    if (other != null) {
      throw new DecodeException(other);
    }
    StructType type = types.get(name);
    if (type == null) {
      throw new DecodeException(
          "no kind %s is registered for version %s in scheme %s"
              .formatted(
                  GoText.quote(claim.kind()),
                  GoText.quote(claim.apiVersion()),
                  GoText.quote(scheme)));
    }
    return type;
  }

  /** The file, as far as anybody reads it. */
  private static String text(byte[] file) {
    String text = new String(file, StandardCharsets.UTF_8);
    return text.length() <= 2000 ? text : text.substring(0, 2000) + "...";
  }

  private static boolean isJson(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 0x0b) {
        return b == '{';
      }
    }
    return false;
  }
}
