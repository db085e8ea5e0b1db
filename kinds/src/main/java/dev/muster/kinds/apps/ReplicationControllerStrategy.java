package dev.muster.kinds.apps;

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
import dev.muster.views.CoreV1.MutableReplicationController;
import dev.muster.views.CoreV1.MutableReplicationControllerSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.CoreV1.ReplicationController;
import dev.muster.views.CoreV1.ReplicationControllerSpec;
import dev.muster.views.MetaV1.MutableObjectMeta;
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
    MutableReplicationControllerSpec spec = MutableReplicationController.of(object).spec().ensure();
    if (spec.template().node() instanceof ObjectNode template) {
      PodTemplates.applyDefaults(MutablePodTemplateSpec.of(template));
      At labels = PodTemplateSpec.of(template).metadata().labels();
      if (!labels.empty()) {
        if (spec.selector().empty()) {
          spec.selector().set(labels.node().deepCopy());
        }
        MutableObjectMeta metadata = MutableReplicationController.of(object).metadata().ensure();
        if (metadata.labels().empty()) {
          metadata.labels().set(labels.node().deepCopy());
        }
      }
    }
    if (!spec.replicas().present()) {
      spec.replicas(1L);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ReplicationControllerSpec spec = ReplicationController.of(object).spec();
    Numbers.validateNotNegative(spec.minReadySeconds(), errors);
    At selector = spec.selector();
    if (selector.size() == 0) {
      errors.required(selector.path(), "");
    }
    Numbers.validateNotNegative(spec.replicas(), errors);
    PodTemplateSpec template = spec.template();
    if (template.absent()) {
      errors.required(template.at().path(), "");
      return;
    }
    At labels = template.metadata().labels();
    boolean matches =
        selector.entries().stream()
            .allMatch(
                e -> labels.has(e.getKey()) && labels.text(e.getKey()).equals(e.getValue().text()));
    if (!matches) {
      errors.invalid(labels, "`selector` does not match template `labels`");
    }
    PodTemplates.validate(template, errors);
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
    PodTemplateSpec template =
        ReplicationController.of(old == null ? object : old).spec().template();
    if ((old == null || !Generations.same(object, old)) && template.present()) {
      out.addAll(PodTemplates.warnings(template));
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
