package dev.muster.kinds.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.CoreV1.Affinity;
import dev.muster.views.CoreV1.MutableAffinity;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;

/** A job's pods are fixed; where they run may change while a job is suspended and not started. */
final class JobTemplates {
  private JobTemplates() {}

  static void validateChange(Job object, Job old, Errors errors) {
    PodTemplateSpec template = object.spec().template();
    JsonNode before = old.spec().template().tree();
    boolean open = old.spec().suspend().truth() && !old.status().startTime().present();
    JsonNode allowed = open ? withSchedulingOf(template, before).tree() : before;
    ObjectMetas.validateImmutable(
        "core.PodTemplateSpec", template.at(), new At(allowed, template.at().path()), errors);
  }

  private static PodTemplateSpec withSchedulingOf(PodTemplateSpec now, JsonNode before) {
    PodTemplateSpec out = PodTemplateSpec.of(before.deepCopy());
    if (out.spec().tree() instanceof ObjectNode spec) {
      for (String field : List.of("nodeSelector", "tolerations", "schedulingGates")) {
        copy(field, now.spec().tree(), spec);
      }
      Affinity affinity = now.spec().affinity();
      MutableAffinity kept = MutablePodSpec.of(spec).affinity().ensure();
      copy("nodeAffinity", affinity.tree(), kept.tree());
      if (kept.tree().isEmpty() && !affinity.present()) {
        MutablePodSpec.of(spec).affinity().remove();
      }
    }
    if (out.metadata().tree() instanceof ObjectNode metadata) {
      copy("annotations", now.metadata().tree(), metadata);
      copy("labels", now.metadata().tree(), metadata);
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
