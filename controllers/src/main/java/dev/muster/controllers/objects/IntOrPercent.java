package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;

/** A number, or a share of another one. */
public final class IntOrPercent {
  private IntOrPercent() {}

  /** Nothing is 0; a share is rounded. */
  public static int of(JsonNode value, int total, boolean up) {
    if (!value.isTextual()) {
      return value.asInt();
    }
    String text = value.asText();
    if (!text.matches("\\d{1,9}%")) {
      return 0;
    }
    long share = Long.parseLong(text.substring(0, text.length() - 1)) * total;
    return (int) (up ? Math.ceilDiv(share, 100) : Math.floorDiv(share, 100));
  }
}
