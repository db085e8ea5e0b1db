package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * Whether two trees say the same: numbers are compared by their value, not by how they are kept.
 */
public final class SameValues {
  private static final Comparator<JsonNode> VALUES =
      (one, other) -> {
        boolean same =
            one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
        return same ? 0 : 1;
      };

  private SameValues() {}

  public static boolean in(JsonNode one, JsonNode other) {
    return one.equals(VALUES, other);
  }
}
