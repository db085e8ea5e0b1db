package dev.muster.kinds.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** A job's pods are fixed; where they run may change while a job is suspended and not started. */
final class JobTemplates {
  private JobTemplates() {}

  static void validateChange(ObjectNode object, ObjectNode old, Errors errors) {
    At template = At.root(object).get("spec", "template");
    JsonNode before = At.root(old).get("spec", "template").node();
    boolean open =
        old.path("spec").path("suspend").asBoolean() && !old.path("status").hasNonNull("startTime");
    JsonNode allowed = open ? withSchedulingOf(template.node(), before) : before;
    ObjectMetas.validateImmutable(
        "core.PodTemplateSpec", template, new At(allowed, template.path()), errors);
  }

  private static JsonNode withSchedulingOf(JsonNode now, JsonNode before) {
    JsonNode out = before.deepCopy();
    if (out.path("spec") instanceof ObjectNode spec) {
      for (String field : List.of("nodeSelector", "tolerations", "schedulingGates")) {
        copy(field, now.path("spec"), spec);
      }
      JsonNode affinity = now.path("spec").path("affinity");
      ObjectNode kept = spec.withObject("affinity");
      copy("nodeAffinity", affinity, kept);
      if (kept.isEmpty() && !affinity.isObject()) {
        spec.remove("affinity");
      }
    }
    if (out.path("metadata") instanceof ObjectNode metadata) {
      copy("annotations", now.path("metadata"), metadata);
      copy("labels", now.path("metadata"), metadata);
    }
    return out;
  }

  private static void copy(String field, JsonNode from, ObjectNode to) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }
}
