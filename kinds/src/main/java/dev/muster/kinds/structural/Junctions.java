package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several schemas of which a value must fit any, one, all or none. */
record Junctions(
    List<ValueSchema> anyOf,
    List<ValueSchema> oneOf,
    List<ValueSchema> allOf,
    @Nullable ValueSchema not) {

  static @Nullable Junctions of(JsonNode schema) {
    Junctions made =
        new Junctions(
            schemas(schema.path("anyOf")),
            schemas(schema.path("oneOf")),
            schemas(schema.path("allOf")),
            schema.path("not").isObject() ? new ValueSchema(schema.get("not")) : null);
    boolean any =
        !made.anyOf.isEmpty() || !made.oneOf.isEmpty() || !made.allOf.isEmpty() || made.not != null;
    return any ? made : null;
  }

  private static List<ValueSchema> schemas(JsonNode list) {
    List<ValueSchema> out = new ArrayList<>();
    list.forEach(schema -> out.add(new ValueSchema(schema)));
    return List.copyOf(out);
  }

  Verdict check(JsonNode value, ValuePlace at) {
    Verdict verdict = new Verdict();
    if (!anyOf.isEmpty()) {
      any(value, at, verdict);
    }
    if (!oneOf.isEmpty()) {
      one(value, at, verdict);
    }
    if (!allOf.isEmpty()) {
      all(value, at, verdict);
    }
    if (not != null && not.check(value, at).valid()) {
      verdict.add(ValueFault.junction(quoted(at) + " must not validate the schema (not)"));
    }
    verdict.pass();
    return verdict;
  }

  private void any(JsonNode value, ValuePlace at, Verdict verdict) {
    Verdict best = null;
    for (ValueSchema schema : anyOf) {
      Verdict its = schema.check(value, at);
      if (its.valid()) {
        verdict.merge(its);
        return;
      }
      best = best == null || its.matches() > best.matches() ? its : best;
    }
    verdict.add(ValueFault.junction(quoted(at) + " must validate at least one schema (anyOf)"));
    if (best != null) {
      verdict.merge(best);
    }
  }

  private void one(JsonNode value, ValuePlace at, Verdict verdict) {
    Verdict best = null;
    Verdict success = null;
    int fitting = 0;
    for (ValueSchema schema : oneOf) {
      Verdict its = schema.check(value, at);
      if (its.valid()) {
        fitting++;
        success = success == null ? its : success;
      } else if (fitting == 0) {
        best = best == null || its.matches() > best.matches() ? its : best;
      }
    }
    if (fitting == 1 && success != null) {
      verdict.merge(success);
      return;
    }
    String found = fitting == 0 ? "Found none valid" : "Found " + fitting + " valid alternatives";
    verdict.add(
        ValueFault.junction(
            quoted(at) + " must validate one and only one schema (oneOf). " + found));
    if (best != null && fitting == 0) {
      verdict.merge(best);
    }
  }

  private void all(JsonNode value, ValuePlace at, Verdict verdict) {
    int fitting = 0;
    for (ValueSchema schema : allOf) {
      Verdict its = schema.check(value, at);
      fitting += its.valid() ? 1 : 0;
      verdict.merge(its);
    }
    if (fitting != allOf.size()) {
      verdict.add(
          ValueFault.junction(
              quoted(at)
                  + " must validate all the schemas (allOf)"
                  + (fitting == 0 ? ". None validated" : "")));
    }
  }

  private static String quoted(ValuePlace at) {
    return ValueSchema.quoted(at.toString());
  }
}
