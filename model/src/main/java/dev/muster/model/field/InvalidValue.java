package dev.muster.model.field;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;

/** A value as it stands in "Invalid value: ...". */
public final class InvalidValue {
  private InvalidValue() {}

  public static String of(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return "null";
    }
    return node.isTextual() ? GoText.quote(node.textValue()) : node.toString();
  }
}
