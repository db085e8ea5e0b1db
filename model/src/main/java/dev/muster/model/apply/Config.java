package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.List;

/**
 * What an applier wants of an object, as it was sent.
 *
 * @param duplicates the complaints about keys that a map has twice
 */
public record Config(ObjectNode object, List<String> duplicates) {

  /**
   * Reads the body of an apply request, which is YAML (and so may be JSON).
   *
   * @throws ApiException when it is not one object
   */
  public static Config read(byte[] body) {
    Yaml.Document document;
    try {
      document = Yaml.read(body);
    } catch (DecodeException e) {
      throw malformed("error converting YAML to JSON: " + e.getMessage());
    }
    JsonNode tree = document.tree();
    if (!tree.isObject() && !tree.isNull()) {
      throw malformed(
          "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal "
              + (tree.isArray()
                  ? "array"
                  : tree.isTextual() ? "string" : tree.isBoolean() ? "bool" : "number")
              + " into Go value of type map[string]interface {}");
    }
    ObjectNode object = tree instanceof ObjectNode o ? o : JsonNodeFactory.instance.objectNode();
    return new Config((ObjectNode) wholeNumbers(object), document.duplicates());
  }

  private static ApiException malformed(String why) {
    return Status.badRequest("error decoding YAML: " + why).exception();
  }

  /** A number is the same however it is spelled. */
  private static JsonNode wholeNumbers(JsonNode value) {
    if (value instanceof ObjectNode object) {
      object.properties().forEach(e -> e.setValue(wholeNumbers(e.getValue())));
    } else if (value instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, wholeNumbers(list.get(i)));
      }
    } else if (value.isFloatingPointNumber()
        && value.doubleValue() == Math.rint(value.doubleValue())
        && Math.abs(value.doubleValue()) < 1L << 53) {
      return LongNode.valueOf(value.longValue());
    }
    return value;
  }

  /**
   * What is to be said about repeated keys, once the configuration has been applied.
   *
   * @throws ApiException when they are not allowed
   */
  public List<String> checked(FieldValidation how, Kind kind) {
    if (duplicates.isEmpty()) {
      return List.of();
    }
    String fault =
        "error converting YAML to JSON: yaml: unmarshal errors:\n  "
            + String.join("\n  ", duplicates);
    return switch (how) {
      case IGNORE -> List.of();
      case WARN -> kind.type().content() == null ? List.of(fault) : duplicates;
      case STRICT -> throw Status.badRequest("error strict decoding YAML: " + fault).exception();
    };
  }

  /** Its group, version and kind as messages name them: {@code apps/v1, Kind=Deployment}. */
  String claimedKind() {
    String apiVersion = object.path("apiVersion").asText("");
    long slashes = apiVersion.chars().filter(c -> c == '/').count();
    if (slashes > 1) {
      return "/, Kind=";
    }
    return (slashes == 1 ? apiVersion : "/" + apiVersion)
        + ", Kind="
        + object.path("kind").asText("");
  }

  /** How messages name the object. */
  String described() {
    JsonNode metadata = object.path("metadata");
    return metadata.path("namespace").asText("")
        + "/"
        + metadata.path("name").asText("")
        + "; "
        + claimedKind();
  }
}
