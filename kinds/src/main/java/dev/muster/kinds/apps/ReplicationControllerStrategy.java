package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.HostnameWarnings;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replication controllers. */
public final class ReplicationControllerStrategy extends SpecAndStatus {
  public ReplicationControllerStrategy() {
    super("core/v1.ReplicationController", true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    if (spec.get("template") instanceof ObjectNode template) {
      PodTemplates.applyDefaults(MutablePodTemplateSpec.of(template));
      JsonNode labels = template.path("metadata").path("labels");
      if (!labels.isEmpty()) {
        if (spec.path("selector").isEmpty()) {
          spec.set("selector", labels.deepCopy());
        }
        ObjectNode metadata = object.withObject("metadata");
        if (metadata.path("labels").isEmpty()) {
          metadata.set("labels", labels.deepCopy());
        }
      }
    }
    if (!spec.hasNonNull("replicas")) {
      spec.put("replicas", 1L);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    Numbers.validateNotNegative(spec.get("minReadySeconds"), errors);
    At selector = spec.get("selector");
    if (selector.size() == 0) {
      errors.required(selector.path(), "");
    }
    Numbers.validateNotNegative(spec.get("replicas"), errors);
    At template = spec.get("template");
    if (template.absent()) {
      errors.required(template.path(), "");
      return;
    }
    At labels = template.get("metadata", "labels");
    boolean matches =
        selector.entries().stream()
            .allMatch(
                e -> labels.has(e.getKey()) && labels.text(e.getKey()).equals(e.getValue().text()));
    if (!matches) {
      errors.invalid(labels, "`selector` does not match template `labels`");
    }
    PodTemplates.validate(new PodTemplateSpec(template), errors);
    Workload.everlasting(template, "ReplicationController", errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, errors);
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    LabeledReplicas.validate(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    if (old == null) {
      HostnameWarnings.of(object).ifPresent(out::add);
    }
    // the real server looks at the old template when one is changed
    At template = At.root(old == null ? object : old).get("spec", "template");
    if ((old == null || !Generations.same(object, old)) && template.present()) {
      out.addAll(PodTemplates.warnings(new PodTemplateSpec(template)));
    }
    return out;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return LabeledReplicas.selectable(object);
  }

  @Override
  public List<String> selectableFieldNames() {
    return LabeledReplicas.SELECTABLE;
  }

  @Override
  public boolean orphansDependents() {
    return true;
  }
}
