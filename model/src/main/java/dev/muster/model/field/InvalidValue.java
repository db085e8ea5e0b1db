package dev.muster.model.field;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;

/** A value as it stands in "Invalid value: ...". */
public final class InvalidValue {
  private InvalidValue() {}

  /** How a message about a value shows it. */
  public static String of(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return "null";
    }
    return node.isTextual() ? GoText.quote(node.textValue()) : json(node);
  }

  /**
   * JSON as Go writes it: entries of maps in the order of their keys, {@code <}, {@code >} and
   * {@code &} escaped.
   */
  public static String json(JsonNode node) {
    return node.toString()
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
