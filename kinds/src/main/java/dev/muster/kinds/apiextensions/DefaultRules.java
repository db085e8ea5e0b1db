package dev.muster.kinds.apiextensions;

import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.structural.DefaultValue;
import dev.muster.kinds.structural.Structural;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import java.util.Map;
import java.util.Set;

/** Defaults must be what the schema asks of values. */
final class DefaultRules {
  private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");

  private DefaultRules() {}

  /** True if all are. */
  static boolean validate(JSONSchemaProps root, Errors errors) {
    Errors found = new Errors();
    walk(root, true, false, found);
    errors.addAll(found);
    return found.isEmpty();
  }

  private static void walk(JSONSchemaProps schema, boolean resource, boolean inMeta, Errors found) {
    Deadline.check();
    boolean embedded = resource || schema.xKubernetesEmbeddedResource().truth();
    boolean meta = inMeta && !embedded;
    At given = schema.default_();
    if (given.present()) {
      DefaultValue.validate(
          Structural.of(schema.tree()), given.node(), embedded, meta, given.path(), found);
    }
    if (schema.items().node().isObject()) {
      walk(new JSONSchemaProps(schema.items()), false, meta, found);
    }
    for (Map.Entry<String, At> e : schema.properties().entries()) {
      boolean ofMeta = meta || embedded && META.contains(e.getKey());
      walk(new JSONSchemaProps(e.getValue()), false, ofMeta, found);
    }
  }
}
