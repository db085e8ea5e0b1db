package dev.muster.authz.abac;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.muster.base.go.GoText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads one line. A property that is not known is refused: a misspelt one would otherwise widen the
 * grant in silence.
 */
final class PolicyLineParser {
  private static final String GROUP = "abac.authorization.kubernetes.io";
  private static final Set<String> TYPE = Set.of("apiVersion", "kind");
  private static final Set<String> OLD =
      Set.of("apiVersion", "kind", "user", "group", "readonly", "resource", "namespace");
  private static final Set<String> ENVELOPE = Set.of("apiVersion", "kind", "spec");
  private static final Set<String> SPEC =
      Set.of("user", "group", "readonly", "apiGroup", "resource", "namespace", "nonResourcePath");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  private final String file;

  PolicyLineParser(String file) {
    this.file = file;
  }

  /** A line of either form, and whether it was of the old one. */
  record Parsed(PolicyLine line, boolean unversioned) {}

  /** What is wrong with the line; the message is the reason. */
  static final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    BadLineException(String reason) {
      super(reason);
    }
  }

  Parsed parse(int number, String text) throws BadLineException {
    JsonNode json = json(text);
    String apiVersion = text(json, "apiVersion");
    String kind = text(json, "kind");
    if (!kind.isEmpty() && !kind.equals("Policy")) {
      throw new BadLineException(
          "kind: unsupported value " + GoText.quote(kind) + ", must be \"Policy\"");
    }
    return switch (apiVersion) {
      case GROUP + "/v1beta1" -> {
        if (kind.isEmpty()) {
          throw new BadLineException("kind: required value, must be \"Policy\"");
        }
        yield new Parsed(versioned(number, json), false);
      }
      case "", GROUP + "/v0" -> new Parsed(unversioned(number, json), true);
      default ->
          throw new BadLineException(
              "apiVersion: unsupported value "
                  + GoText.quote(apiVersion)
                  + ", must be \""
                  + GROUP
                  + "/v1beta1\"");
    };
  }

  private PolicyLine versioned(int number, JsonNode json) throws BadLineException {
    checkKnown(json, ENVELOPE, "");
    JsonNode spec = json.path("spec");
    if (!spec.isMissingNode() && !spec.isNull() && !spec.isObject()) {
      throw new BadLineException("spec: must be an object");
    }
    checkKnown(spec, SPEC, "spec.");
    String user = text(spec, "user");
    String group = text(spec, "group");
    boolean anyone = user.equals("*") || group.equals("*");
    return new PolicyLine(
        file,
        number,
        anyone ? "" : user,
        anyone ? PolicyLine.AUTHENTICATED : group,
        flag(spec, "readonly"),
        text(spec, "apiGroup"),
        text(spec, "namespace"),
        text(spec, "resource"),
        text(spec, "nonResourcePath"));
  }

  /** In the old form an unset property matches everything, and API groups do not matter. */
  private PolicyLine unversioned(int number, JsonNode json) throws BadLineException {
    if (json.has("spec")) {
      throw new BadLineException(
          "apiVersion: required value with spec, must be \"" + GROUP + "/v1beta1\"");
    }
    checkKnown(json, OLD, "");
    String user = text(json, "user");
    String group = text(json, "group");
    String namespace = text(json, "namespace");
    String resource = text(json, "resource");
    boolean anyone = (user.isEmpty() && group.isEmpty()) || user.equals("*") || group.equals("*");
    return new PolicyLine(
        file,
        number,
        anyone ? "" : user,
        anyone ? PolicyLine.AUTHENTICATED : group,
        flag(json, "readonly"),
        "*",
        namespace.isEmpty() ? "*" : namespace,
        resource.isEmpty() ? "*" : resource,
        namespace.isEmpty() && resource.isEmpty() ? "*" : "");
  }

  private static JsonNode json(String text) throws BadLineException {
    try (JsonParser parser = JSON.createParser(text)) {
      JsonNode json = JSON.readTree(parser);
      if (json == null || !json.isObject()) {
        throw new BadLineException("not a JSON object");
      }
      if (parser.nextToken() != null) {
        throw new BadLineException("more than one JSON object");
      }
      return json;
    } catch (JsonProcessingException e) {
      throw new BadLineException("not a JSON object: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string cannot fail", e);
    }
  }

  private static void checkKnown(JsonNode json, Set<String> known, String path)
      throws BadLineException {
    for (var property : json.properties()) {
      String name = property.getKey();
      if (!known.contains(name)) {
        var names = new TreeSet<>(known);
        names.removeAll(TYPE);
        throw new BadLineException(
            path + name + ": unknown property, must be one of " + String.join(", ", names));
      }
    }
  }

  private static String text(JsonNode json, String name) throws BadLineException {
    JsonNode value = json.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual()) {
      throw new BadLineException(name + ": must be a string");
    }
    return value.textValue();
  }

  private static boolean flag(JsonNode json, String name) throws BadLineException {
    JsonNode value = json.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return false;
    }
    if (!value.isBoolean()) {
      throw new BadLineException(name + ": must be true or false");
    }
    return value.booleanValue();
  }
}
