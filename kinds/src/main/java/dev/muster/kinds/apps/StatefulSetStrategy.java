package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.core.PersistentVolumeClaimStrategy;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.kinds.pods.volumes.ClaimSpecs;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    dropMaxUnavailable(object, null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    dropMaxUnavailable(object, old);
    super.prepareForUpdate(object, old);
  }

  /** The feature MaxUnavailableStatefulSet is off. */
  private static void dropMaxUnavailable(ObjectNode object, @Nullable ObjectNode old) {
    boolean had = old != null && rolling(old).has("maxUnavailable");
    if (!had && rolling(object) instanceof ObjectNode rolling) {
      rolling.remove("maxUnavailable");
    }
  }

  private static JsonNode rolling(ObjectNode object) {
    return object.path("spec").path("updateStrategy").path("rollingUpdate");
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    validate(spec, true, true, errors);
  }

  /**
   * @param fresh what cannot change is checked as well
   * @param podTemplate whether the template is checked as such
   */
  private static void validate(At spec, boolean fresh, boolean podTemplate, Errors errors) {
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
    if (fresh) {
      spec.get("volumeClaimTemplates")
          .each()
          .forEach(claim -> ClaimSpecs.validate(new PersistentVolumeClaim(claim).spec(), errors));
    }
    Numbers.validateNotNegative(spec, errors, "replicas", "minReadySeconds");
    At start = spec.get("ordinals", "start");
    Numbers.validateNotNegative(new At(start.node(), spec.path().child("ordinals.start")), errors);
    At service = spec.get("serviceName");
    if (fresh && !service.text().isEmpty()) {
      Names.label(service.text(), false).forEach(fault -> errors.invalid(service, fault));
    }
    selector(spec.get("selector"), "statefulset", errors);
    template(spec, podTemplate, errors);
  }

  private static void template(At spec, boolean podTemplate, Errors errors) {
    At selector = spec.get("selector");
    At template = spec.get("template");
    if (!LabelSelectors.usable(selector)) {
      errors.invalid(selector, "");
    } else {
      matching(selector, template, errors);
      At whole = new At(withClaims(spec), template.path());
      if (podTemplate) {
        PodTemplates.validate(new PodTemplateSpec(whole), errors);
      }
      PodTemplates.validateMetadata(new PodTemplateSpec(whole), errors);
    }
    everlasting(template, "StatefulSet", errors);
  }

  /** The template with a volume for each claim, as its pods will have it. */
  private static JsonNode withClaims(At spec) {
    JsonNode template = spec.get("template").node().deepCopy();
    if (template.path("spec") instanceof ObjectNode pod) {
      pod.remove(List.of("hostname", "subdomain"));
      ArrayNode volumes = JsonNodeFactory.instance.arrayNode();
      Set<String> claimed = new HashSet<>();
      for (At claim : spec.get("volumeClaimTemplates").each()) {
        String name = claim.get("metadata").text("name");
        if (claimed.add(name)) {
          ObjectNode volume = volumes.addObject().put("name", name);
          volume.putObject("persistentVolumeClaim").put("claimName", name);
        }
      }
      for (JsonNode volume : pod.path("volumes")) {
        if (!claimed.contains(volume.path("name").asText())) {
          volumes.add(volume);
        }
      }
      if (!volumes.isEmpty()) {
        pod.set("volumes", volumes);
      }
    }
    return template;
  }

  private static void rollout(At strategy, Errors errors) {
    At rolling = strategy.get("rollingUpdate");
    switch (strategy.text("type")) {
      case "OnDelete" -> {
        if (rolling.present()) {
          errors.invalid(
              rolling.path(),
              InternalForm.of("apps.RollingUpdateStatefulSetStrategy", rolling.node()),
              "only allowed for updateStrategy 'RollingUpdate'");
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
    Errors before = new Errors();
    validate(At.root(old).get("spec"), false, true, before);
    validate(At.root(object).get("spec"), false, before.isEmpty(), errors);
    ObjectNode now = object.withObject("spec").deepCopy().remove(CHANGEABLE);
    ObjectNode fixed = old.withObject("spec").deepCopy().remove(CHANGEABLE);
    if (!now.equals(fixed)) {
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
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>(super.warnings(object, old));
    At spec = At.root(object).get("spec");
    for (At claim : spec.get("volumeClaimTemplates").each()) {
      Path path = old == null ? claim.path() : claim.path().child("Spec");
      out.addAll(ClaimSpecs.warnings(new PersistentVolumeClaim(claim).spec(), path));
    }
    if (spec.get("revisionHistoryLimit").number() < 0) {
      out.add(
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended");
    }
    return out;
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.label(name, prefix);
  }
}
