package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** The complaint about a patch that is no object. */
final class RootType {
  private RootType() {}

  static String mismatch(JsonNode patch) {
    String what =
        switch (patch.getNodeType()) {
          case ARRAY -> "array";
          case STRING -> "string";
          case BOOLEAN -> "bool";
          case NUMBER -> "number";
          case OBJECT, NULL, MISSING, BINARY, POJO -> "object";
        };
    return "json: cannot unmarshal " + what + " into Go value of type map[string]interface {}";
  }
}
