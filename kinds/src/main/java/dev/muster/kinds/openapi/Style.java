package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The two versions of OpenAPI, where they differ. */
enum Style {
  V2("#/definitions/"),
  V3("#/components/schemas/");

  private final String prefix;

  Style(String prefix) {
    this.prefix = prefix;
  }

  ObjectNode reference(String definition) {
    return JsonNodeFactory.instance.objectNode().put("$ref", prefix + definition);
  }

  /** A reference that stands beside other words, which the newer version forbids. */
  ObjectNode referenceAmongOthers(String definition) {
    if (this == V2) {
      return reference(definition);
    }
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.putArray("allOf").add(reference(definition));
    return out;
  }
}
