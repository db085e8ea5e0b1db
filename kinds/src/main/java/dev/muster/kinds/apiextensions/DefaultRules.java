package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.structural.DefaultValue;
import dev.muster.kinds.structural.Structural;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.Map;
import java.util.Set;

/** Defaults must be what the schema asks of values. */
final class DefaultRules {
  private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");

  private DefaultRules() {}

  /** True if all are. */
  static boolean validate(At root, Errors errors) {
    Errors found = new Errors();
    walk(root, true, false, found);
    errors.addAll(found);
    return found.isEmpty();
  }

  private static void walk(At at, boolean resource, boolean inMeta, Errors found) {
    Deadline.check();
    boolean embedded = resource || at.get("x-kubernetes-embedded-resource").truth();
    boolean meta = inMeta && !embedded;
    JsonNode given = at.get("default").node();
    if (at.has("default")) {
      DefaultValue.validate(
          Structural.of(at.node()), given, embedded, meta, at.path().child("default"), found);
    }
    if (at.get("items").node().isObject()) {
      walk(at.get("items"), false, meta, found);
    }
    for (Map.Entry<String, At> e : at.get("properties").entries()) {
      walk(e.getValue(), false, meta || embedded && META.contains(e.getKey()), found);
    }
  }
}
