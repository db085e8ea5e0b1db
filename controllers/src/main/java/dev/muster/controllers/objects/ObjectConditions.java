package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.MetaV1.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The conditions of a status. */
public final class ObjectConditions {
  private ObjectConditions() {}

  /** A condition, or nothing of one. */
  public static JsonNode find(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (Condition.of(condition).type().text().equals(type)) {
        return condition;
      }
    }
    return MissingNode.getInstance();
  }

  /** Takes one out; the list, if it was the last one. */
  public static void remove(ObjectNode status, String type) {
    ArrayNode left = without(status, type);
    if (left.isEmpty()) {
      status.remove("conditions");
    } else {
      status.set("conditions", left);
    }
  }

  /** Puts one at the end, instead of any of its type. */
  public static void put(ObjectNode status, ObjectNode condition) {
    ArrayNode all = without(status, Condition.of(condition).type().text());
    all.add(condition);
    status.set("conditions", all);
  }

  private static ArrayNode without(JsonNode status, String type) {
    ArrayNode left = JsonNodeFactory.instance.arrayNode();
    for (JsonNode condition : status.path("conditions")) {
      if (!Condition.of(condition).type().text().equals(type)) {
        left.add(condition);
      }
    }
    return left;
  }

  /** A time as the API writes it. */
  public static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
