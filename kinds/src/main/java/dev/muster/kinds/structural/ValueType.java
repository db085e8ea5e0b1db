package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The types that a value may have.
 *
 * @param names none: any
 * @param format as far as it is one that is known
 */
record ValueType(List<String> names, boolean nullable, String format) {

  static ValueType of(JsonNode schema) {
    String name = schema.path("type").asText();
    List<String> names =
        schema.path("x-kubernetes-int-or-string").asBoolean()
            ? List.of("integer", "string")
            : name.isEmpty() ? List.of() : List.of(name);
    return new ValueType(
        names, schema.path("nullable").asBoolean(), Formats.known(schema.path("format").asText()));
  }

  void check(JsonNode value, ValuePlace at, Verdict verdict) {
    if (names.isEmpty() && format.isEmpty()) {
      return;
    }
    String actual = Values.type(value);
    if (value.isNull()) {
      if (names.isEmpty() || nullable || names.contains("null")) {
        verdict.pass();
      } else {
        mismatch(actual, at, verdict);
      }
      return;
    }
    boolean numeric = names.contains("number") || names.contains("integer");
    if (!numeric && !format.isEmpty() && (value.isTextual() || value.isArray())) {
      verdict.pass();
      return;
    }
    boolean fits =
        names.isEmpty()
            || names.contains(actual)
            || actual.equals("integer") && names.contains("number")
            || actual.equals("number") && names.contains("integer") && Values.integral(value);
    if (fits) {
      verdict.pass();
    } else {
      mismatch(actual, at, verdict);
    }
  }

  private void mismatch(String actual, ValuePlace at, Verdict verdict) {
    verdict.add(
        new ValueFault(
            ValueFault.Kind.TYPE,
            at.toString(),
            ValueSchema.quoted(actual),
            at + " in body must be of type " + String.join(",", names) + ": " + '"' + actual + '"',
            0,
            List.of()));
  }
}
