package dev.muster.kinds.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The conditions of a certificate signing request: who may have which, and what they may say. */
final class SigningRequestConditions {
  static final List<String> DECISIONS = List.of("Approved", "Denied");
  private static final List<String> FINAL = List.of("Approved", "Denied", "Failed");
  private static final List<String> TRUE = List.of("True");
  private static final List<String> ANY = List.of("False", "True", "Unknown");

  private SigningRequestConditions() {}

  /** Finds fault with each condition; what the old object had wrong may stay so. */
  static void validate(ObjectNode object, ObjectNode old, Errors errors) {
    At conditions = conditions(object);
    List<String> before = types(old);
    boolean bothBefore = before.containsAll(DECISIONS);
    boolean emptyBefore = before.contains("");
    boolean twiceBefore = new HashSet<>(before).size() < before.size();
    Set<String> seen = new HashSet<>();
    for (At condition : conditions.each()) {
      String type = condition.text("type");
      if (type.isEmpty() && !emptyBefore) {
        errors.required(condition.get("type").path(), "");
      }
      status(condition, FINAL.contains(type) ? TRUE : ANY, errors);
      if (!bothBefore && DECISIONS.contains(type) && seen.contains(other(type))) {
        errors.invalidText(
            conditions.path(), type, "Approved and Denied conditions are mutually exclusive");
      }
      if (!seen.add(type) && !twiceBefore) {
        errors.duplicate(condition.get("type"));
      }
    }
  }

  private static void status(At condition, List<String> allowed, Errors errors) {
    At status = condition.get("status");
    if (status.text().isEmpty()) {
      errors.required(status.path(), "");
    } else if (!allowed.contains(status.text())) {
      errors.unsupported(status, allowed);
    }
  }

  private static String other(String decision) {
    return decision.equals("Approved") ? "Denied" : "Approved";
  }

  /**
   * Finds fault with a change of what is final.
   *
   * @param approval whether the change is one of approval, which may decide
   */
  static void validateChange(ObjectNode object, ObjectNode old, boolean approval, Errors errors) {
    List<String> now = types(object);
    List<String> before = types(old);
    for (String type : FINAL) {
      if (count(now, type) < count(before, type)) {
        forbid(object, errors, "remove", type);
      }
    }
    for (String type : approval ? List.<String>of() : DECISIONS) {
      if (count(now, type) > count(before, type)) {
        forbid(object, errors, "add", type);
      }
    }
  }

  private static void forbid(ObjectNode object, Errors errors, String what, String type) {
    errors.forbidden(
        conditions(object).path(),
        "updates may not " + what + " a condition of type " + GoText.quote(type));
  }

  private static long count(List<String> types, String type) {
    return types.stream().filter(type::equals).count();
  }

  /** Decisions stay as they are where the new object has as many of them. */
  static void keepDecisions(ObjectNode object, ObjectNode old) {
    if (!(object.path("status").path("conditions") instanceof ArrayNode conditions)) {
      return;
    }
    for (String type : DECISIONS) {
      List<JsonNode> kept = new ArrayList<>();
      for (JsonNode condition : old.path("status").path("conditions")) {
        if (condition.path("type").asText().equals(type)) {
          kept.add(condition);
        }
      }
      if (count(types(object), type) != kept.size()) {
        continue; // validation tells
      }
      int next = 0;
      for (int i = 0; i < conditions.size(); i++) {
        if (conditions.get(i).path("type").asText().equals(type)) {
          conditions.set(i, kept.get(next++).deepCopy());
        }
      }
    }
  }

  private static At conditions(ObjectNode object) {
    return At.root(object).get("status", "conditions");
  }

  private static List<String> types(ObjectNode object) {
    return conditions(object).each().stream().map(c -> c.text("type")).toList();
  }
}
