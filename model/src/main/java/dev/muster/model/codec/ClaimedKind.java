package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** What a body says it is; parts it does not mention are empty. */
record ClaimedKind(String group, String version, String kind) {
  private static final String STRUCT =
      "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
          + " Kind string \"json:\\\"kind,omitempty\\\"\" }";
  private static final String JSON_FAULT = "couldn't get version/kind; json parse error: ";

  static ClaimedKind of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return new ClaimedKind(
        slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
  }

  /** Reads only the two fields that matter here; their case does not. */
  static ClaimedKind read(JsonParser in) throws IOException {
    JsonToken first = in.nextToken();
    if (first == null) {
      throw jsonFault("unexpected end of JSON input");
    }
    if (first == JsonToken.VALUE_NULL) {
      return new ClaimedKind("", "", "");
    }
    if (first != JsonToken.START_OBJECT) {
      throw jsonFault(
          "json: cannot unmarshal " + named(first) + " into Go value of type " + STRUCT);
    }
    String apiVersion = "";
    String kind = "";
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      boolean isVersion = name.equalsIgnoreCase("apiVersion");
      if (isVersion || name.equalsIgnoreCase("kind")) {
        String field = isVersion ? "apiVersion" : "kind";
        if (value == JsonToken.VALUE_STRING) {
          String text = Texts.wellFormed(in.getText());
          apiVersion = isVersion ? text : apiVersion;
          kind = isVersion ? kind : text;
        } else if (value != JsonToken.VALUE_NULL) {
          throw jsonFault(
              "json: cannot unmarshal "
                  + named(value)
                  + " into Go struct field ."
                  + field
                  + " of type string");
        }
      }
      in.skipChildren();
    }
    return parsed(apiVersion, kind);
  }

  static DecodeException jsonFault(String fault) {
    return new DecodeException(JSON_FAULT + fault);
  }

  private static ClaimedKind parsed(String apiVersion, String kind) {
    if (apiVersion.equals("/")) {
      return new ClaimedKind("", "", kind);
    }
    int slash = apiVersion.indexOf('/');
    if (slash < 0) {
      return new ClaimedKind("", apiVersion, kind);
    }
    if (apiVersion.indexOf('/', slash + 1) >= 0) {
      throw new DecodeException("unexpected GroupVersion string: " + apiVersion);
    }
    return new ClaimedKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
  }

  private static String named(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "object";
      case START_ARRAY -> "array";
      case VALUE_STRING -> "string";
      case VALUE_TRUE, VALUE_FALSE -> "bool";
      default -> "number";
    };
  }

  /** Fills in what the body left open from what is expected. */
  ClaimedKind orElse(Target target) {
    String itsKind = kind.isEmpty() ? target.kind() : kind;
    if (!version.isEmpty()) {
      return new ClaimedKind(group, version, itsKind);
    }
    return group.isEmpty() || group.equals(target.group())
        ? new ClaimedKind(target.group(), target.version(), itsKind)
        : new ClaimedKind(group, "", itsKind);
  }

  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
