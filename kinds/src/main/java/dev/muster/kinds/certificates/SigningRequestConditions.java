package dev.muster.kinds.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestCondition;
import dev.muster.views.ViewList;
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
    ViewList<CertificateSigningRequestCondition> conditions = conditions(object);
    List<String> before = types(old);
    boolean bothBefore = before.containsAll(DECISIONS);
    boolean emptyBefore = before.contains("");
    boolean twiceBefore = new HashSet<>(before).size() < before.size();
    Set<String> seen = new HashSet<>();
    for (CertificateSigningRequestCondition condition : conditions) {
      String type = condition.type().text();
      if (type.isEmpty() && !emptyBefore) {
        errors.required(condition.type().path(), "");
      }
      status(condition, FINAL.contains(type) ? TRUE : ANY, errors);
      if (!bothBefore && DECISIONS.contains(type) && seen.contains(other(type))) {
        errors.invalidText(
            conditions.at().path(), type, "Approved and Denied conditions are mutually exclusive");
      }
      if (!seen.add(type) && !twiceBefore) {
        errors.duplicate(condition.type());
      }
    }
  }

  private static void status(
      CertificateSigningRequestCondition condition, List<String> allowed, Errors errors) {
    At status = condition.status();
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
        conditions(object).at().path(),
        "updates may not " + what + " a condition of type " + GoText.quote(type));
  }

  private static long count(List<String> types, String type) {
    return types.stream().filter(type::equals).count();
  }

  /** Decisions stay as they are where the new object has as many of them. */
  static void keepDecisions(ObjectNode object, CertificateSigningRequest old) {
    if (!(CertificateSigningRequest.of(object).status().conditions().at().node()
        instanceof ArrayNode conditions)) {
      return;
    }
    for (String type : DECISIONS) {
      List<JsonNode> kept = new ArrayList<>();
      for (CertificateSigningRequestCondition condition : old.status().conditions()) {
        if (condition.type().text().equals(type)) {
          kept.add(condition.tree());
        }
      }
      if (count(types(object), type) != kept.size()) {
        continue; // validation tells
      }
      int next = 0;
      for (int i = 0; i < conditions.size(); i++) {
        if (CertificateSigningRequestCondition.of(conditions.get(i)).type().text().equals(type)) {
          conditions.set(i, kept.get(next++).deepCopy());
        }
      }
    }
  }

  private static ViewList<CertificateSigningRequestCondition> conditions(ObjectNode object) {
    return CertificateSigningRequest.of(object).status().conditions();
  }

  private static List<String> types(ObjectNode object) {
    return conditions(object).stream().map(c -> c.type().text()).toList();
  }
}
