package dev.muster.api.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.core.PersistentVolumeClaimStrategy;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Names;
import dev.muster.api.meta.LabelSelectors;
import dev.muster.api.meta.Numbers;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.pods.PodTemplates;
import java.util.List;

/** Stateful sets. */
public final class StatefulSetStrategy extends Workload {
  private static final List<String> RETENTION = List.of("Retain", "Delete");
  private static final List<String> CHANGEABLE =
      List.of(
          "replicas",
          "template",
          "updateStrategy",
          "minReadySeconds",
          "ordinals",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy");

  private final PersistentVolumeClaimStrategy claims = new PersistentVolumeClaimStrategy();

  public StatefulSetStrategy() {
    super("apps/v1.StatefulSet");
  }

  @Override
  void defaults(ObjectNode spec) {
    setIfAbsent(spec, "podManagementPolicy", "OrderedReady");
    ObjectNode strategy = spec.withObject("updateStrategy");
    if (strategy.path("type").asText().isEmpty()) {
      strategy.put("type", "RollingUpdate");
      strategy.withObject("rollingUpdate");
    }
    if (strategy.path("type").asText().equals("RollingUpdate")
        && strategy.get("rollingUpdate") instanceof ObjectNode rolling) {
      setIfAbsent(rolling, "partition", 0);
      setIfAbsent(rolling, "maxUnavailable", 1);
    }
    ObjectNode retention = spec.withObject("persistentVolumeClaimRetentionPolicy");
    setIfAbsent(retention, "whenDeleted", "Retain");
    setIfAbsent(retention, "whenScaled", "Retain");
    setIfAbsent(spec, "replicas", 1);
    setIfAbsent(spec, "revisionHistoryLimit", 10);
    for (JsonNode claim : spec.path("volumeClaimTemplates")) {
      if (claim instanceof ObjectNode c) {
        claims.applyDefaults(c);
        c.put("kind", "PersistentVolumeClaim");
        c.put("apiVersion", "v1");
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    At management = spec.get("podManagementPolicy");
    if (!List.of("OrderedReady", "Parallel").contains(management.text())) {
      errors.invalid(management, "must be 'OrderedReady' or 'Parallel'");
    }
    rollout(spec.get("updateStrategy"), errors);
    At retention = spec.get("persistentVolumeClaimRetentionPolicy");
    if (retention.present()) {
      for (String when : List.of("whenDeleted", "whenScaled")) {
        if (!RETENTION.contains(retention.text(when))) {
          errors.unsupported(retention.get(when), RETENTION);
        }
      }
    }
    Numbers.validateNotNegative(spec, errors, "replicas", "minReadySeconds");
    At start = spec.get("ordinals", "start");
    Numbers.validateNotNegative(new At(start.node(), spec.path().child("ordinals.start")), errors);
    Numbers.validateNotNegative(spec.get("revisionHistoryLimit"), errors);
    selector(spec.get("selector"), "statefulset", errors);
    template(spec, errors);
  }

  private static void template(At spec, Errors errors) {
    At selector = spec.get("selector");
    At template = spec.get("template");
    if (!LabelSelectors.usable(selector)) {
      errors.invalid(selector, "");
    } else {
      matching(selector, template, errors);
      PodTemplates.validate(new At(withClaims(spec), template.path()), errors);
    }
    everlasting(template, "StatefulSet", errors);
  }

  /** The template with a volume for each claim, as its pods will have it. */
  private static JsonNode withClaims(At spec) {
    JsonNode template = spec.get("template").node().deepCopy();
    if (template.path("spec") instanceof ObjectNode pod) {
      ArrayNode volumes = pod.withArray("volumes");
      for (At claim : spec.get("volumeClaimTemplates").each()) {
        String name = claim.get("metadata").text("name");
        for (int i = volumes.size() - 1; i >= 0; i--) {
          if (volumes.get(i).path("name").asText().equals(name)) {
            volumes.remove(i);
          }
        }
        volumes
            .addObject()
            .put("name", name)
            .putObject("persistentVolumeClaim")
            .put("claimName", name);
      }
      if (volumes.isEmpty()) {
        pod.remove("volumes");
      }
    }
    return template;
  }

  private static void rollout(At strategy, Errors errors) {
    At rolling = strategy.get("rollingUpdate");
    switch (strategy.text("type")) {
      case "OnDelete" -> {
        if (rolling.present()) {
          errors.invalid(rolling, "only allowed for updateStrategy 'RollingUpdate'");
        }
      }
      case "RollingUpdate" -> {
        if (rolling.present()) {
          Numbers.validateNotNegative(rolling.get("partition"), errors);
          unavailable(rolling.get("maxUnavailable"), errors);
        }
      }
      default ->
          errors.invalid(
              strategy.path(),
              UnknownRollout.shown(strategy),
              "must be 'RollingUpdate' or 'OnDelete'");
    }
  }

  private static void unavailable(At share, Errors errors) {
    if (share.present()) {
      Share.validate(share, errors);
      if (Share.value(share) == 0) {
        errors.invalid(share, "cannot be 0");
      }
      Share.validateNotMoreThanAll(share, errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
    ObjectNode now = object.withObject("spec").deepCopy().remove(CHANGEABLE);
    ObjectNode before = old.withObject("spec").deepCopy().remove(CHANGEABLE);
    if (!now.equals(before)) {
      errors.forbidden(
          Path.of("spec"),
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy',"
              + " 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    At status = At.root(object).get("status");
    Numbers.validateNotNegative(
        status,
        errors,
        "replicas",
        "readyReplicas",
        "currentReplicas",
        "updatedReplicas",
        "availableReplicas",
        "observedGeneration",
        "collisionCount");
    ReplicaCounts.validate(
        status, errors, "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas");
    ReplicaCounts.validateAvailable(status, "status.readyReplicas", errors);
    ObjectMetas.validateChange(object, old, errors);
    ReplicaCounts.validateCollisions(status, At.root(old).get("status"), errors);
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.label(name, prefix);
  }
}
