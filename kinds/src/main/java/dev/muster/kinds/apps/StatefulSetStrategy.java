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
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.MutableRollingUpdateStatefulSetStrategy;
import dev.muster.views.AppsV1.MutableStatefulSet;
import dev.muster.views.AppsV1.MutableStatefulSetPersistentVolumeClaimRetentionPolicy;
import dev.muster.views.AppsV1.MutableStatefulSetSpec;
import dev.muster.views.AppsV1.MutableStatefulSetUpdateStrategy;
import dev.muster.views.AppsV1.RollingUpdateStatefulSetStrategy;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.AppsV1.StatefulSetPersistentVolumeClaimRetentionPolicy;
import dev.muster.views.AppsV1.StatefulSetSpec;
import dev.muster.views.AppsV1.StatefulSetStatus;
import dev.muster.views.AppsV1.StatefulSetUpdateStrategy;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableVolume;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.MetaV1.LabelSelector;
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
  void defaults(ObjectNode tree) {
    MutableStatefulSetSpec spec = MutableStatefulSetSpec.of(tree);
    spec.podManagementPolicy().defaultTo("OrderedReady");
    MutableStatefulSetUpdateStrategy strategy = spec.updateStrategy().ensure();
    if (strategy.type().text().isEmpty()) {
      strategy.type("RollingUpdate");
      strategy.rollingUpdate().ensure();
    }
    if (strategy.type().text().equals("RollingUpdate")) {
      strategy.rollingUpdate().ifPresent(rolling -> rolling.partition().defaultTo(0));
    }
    MutableStatefulSetPersistentVolumeClaimRetentionPolicy retention =
        spec.persistentVolumeClaimRetentionPolicy().ensure();
    retention.whenDeleted().defaultTo("Retain");
    retention.whenScaled().defaultTo("Retain");
    spec.replicas().defaultTo(1);
    spec.revisionHistoryLimit().defaultTo(10);
    for (MutablePersistentVolumeClaim claim : spec.volumeClaimTemplates().each()) {
      claims.applyDefaults(claim.tree());
      claim.kind("PersistentVolumeClaim").apiVersion("v1");
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
    boolean had = old != null && rolling(StatefulSet.of(old)).maxUnavailable().present();
    if (!had && rolling(StatefulSet.of(object)).tree() instanceof ObjectNode rolling) {
      MutableRollingUpdateStatefulSetStrategy.of(rolling).maxUnavailable().remove();
    }
  }

  private static RollingUpdateStatefulSetStrategy rolling(StatefulSet object) {
    return object.spec().updateStrategy().rollingUpdate();
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    StatefulSetSpec spec = StatefulSet.of(object).spec();
    validate(spec, true, true, errors);
  }

  /**
   * @param fresh what cannot change is checked as well
   * @param podTemplate whether the template is checked as such
   */
  private static void validate(
      StatefulSetSpec spec, boolean fresh, boolean podTemplate, Errors errors) {
    At management = spec.podManagementPolicy();
    if (!List.of("OrderedReady", "Parallel").contains(management.text())) {
      errors.invalid(management, "must be 'OrderedReady' or 'Parallel'");
    }
    rollout(spec.updateStrategy(), errors);
    StatefulSetPersistentVolumeClaimRetentionPolicy retention =
        spec.persistentVolumeClaimRetentionPolicy();
    if (retention.present()) {
      for (String when : List.of("whenDeleted", "whenScaled")) {
        if (!RETENTION.contains(retention.at().text(when))) {
          errors.unsupported(retention.at().get(when), RETENTION);
        }
      }
    }
    if (fresh) {
      spec.volumeClaimTemplates().forEach(claim -> ClaimSpecs.validate(claim.spec(), errors));
    }
    Numbers.validateNotNegative(errors, spec.replicas(), spec.minReadySeconds());
    At start = spec.ordinals().start();
    Numbers.validateNotNegative(
        new At(start.node(), spec.at().path().child("ordinals.start")), errors);
    At service = spec.serviceName();
    if (fresh && !service.text().isEmpty()) {
      Names.label(service.text(), false).forEach(fault -> errors.invalid(service, fault));
    }
    selector(spec.selector(), "statefulset", errors);
    template(spec, podTemplate, errors);
  }

  private static void template(StatefulSetSpec spec, boolean podTemplate, Errors errors) {
    LabelSelector selector = spec.selector();
    PodTemplateSpec template = spec.template();
    if (!LabelSelectors.usable(selector)) {
      errors.invalid(selector.at(), "");
    } else {
      matching(selector, template, errors);
      At whole = new At(withClaims(spec), template.at().path());
      if (podTemplate) {
        PodTemplates.validate(new PodTemplateSpec(whole), errors);
      }
      PodTemplates.validateMetadata(new PodTemplateSpec(whole), errors);
    }
    everlasting(template, "StatefulSet", errors);
  }

  /** The template with a volume for each claim, as its pods will have it. */
  private static JsonNode withClaims(StatefulSetSpec spec) {
    PodTemplateSpec template = PodTemplateSpec.of(spec.template().tree().deepCopy());
    if (template.spec().tree() instanceof ObjectNode pod) {
      pod.remove(List.of("hostname", "subdomain"));
      ArrayNode volumes = JsonNodeFactory.instance.arrayNode();
      Set<String> claimed = new HashSet<>();
      for (PersistentVolumeClaim claim : spec.volumeClaimTemplates()) {
        String name = claim.metadata().name().text();
        if (claimed.add(name)) {
          MutableVolume volume = MutableVolume.of(volumes.addObject()).name(name);
          volume.persistentVolumeClaim().replace().claimName(name);
        }
      }
      for (Volume volume : PodSpec.of(pod).volumes()) {
        if (!claimed.contains(volume.name().text())) {
          volumes.add(volume.tree());
        }
      }
      if (!volumes.isEmpty()) {
        MutablePodSpec.of(pod).volumes().set(volumes);
      }
    }
    return template.tree();
  }

  private static void rollout(StatefulSetUpdateStrategy strategy, Errors errors) {
    RollingUpdateStatefulSetStrategy rolling = strategy.rollingUpdate();
    switch (strategy.type().text()) {
      case "OnDelete" -> {
        if (rolling.present()) {
          errors.invalid(
              rolling.at().path(),
              InternalForm.of("apps.RollingUpdateStatefulSetStrategy", rolling.tree()),
              "only allowed for updateStrategy 'RollingUpdate'");
        }
      }
      case "RollingUpdate" -> {
        if (rolling.present()) {
          Numbers.validateNotNegative(rolling.partition(), errors);
          unavailable(rolling.maxUnavailable(), errors);
        }
      }
      default ->
          errors.invalid(
              strategy.at().path(),
              UnknownRollout.shown(new AppsV1.DeploymentStrategy(strategy.at())),
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
    validate(StatefulSet.of(old).spec(), false, true, before);
    validate(StatefulSet.of(object).spec(), false, before.isEmpty(), errors);
    ObjectNode now =
        MutableStatefulSet.of(object).spec().ensure().tree().deepCopy().remove(CHANGEABLE);
    ObjectNode fixed =
        MutableStatefulSet.of(old).spec().ensure().tree().deepCopy().remove(CHANGEABLE);
    if (!now.equals(fixed)) {
      errors.forbidden(
          Path.of("spec"),
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
              + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy'"
              + " and 'minReadySeconds' are forbidden");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    StatefulSetStatus status = StatefulSet.of(object).status();
    Numbers.validateNotNegative(
        errors,
        status.replicas(),
        status.readyReplicas(),
        status.currentReplicas(),
        status.updatedReplicas(),
        status.availableReplicas(),
        status.observedGeneration(),
        status.collisionCount());
    ReplicaCounts.validate(
        status.replicas(),
        errors,
        status.readyReplicas(),
        status.currentReplicas(),
        status.updatedReplicas(),
        status.availableReplicas());
    ReplicaCounts.validateAvailable(
        status.availableReplicas(), status.readyReplicas(), "status.readyReplicas", errors);
    ObjectMetas.validateChange(object, old, errors);
    ReplicaCounts.validateCollisions(
        status.collisionCount(), StatefulSet.of(old).status().collisionCount(), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>(super.warnings(object, old));
    StatefulSetSpec spec = StatefulSet.of(object).spec();
    for (PersistentVolumeClaim claim : spec.volumeClaimTemplates()) {
      Path path = old == null ? claim.at().path().child("at") : claim.at().path().child("Spec");
      out.addAll(ClaimSpecs.warnings(claim.spec(), path));
    }
    if (spec.revisionHistoryLimit().number() < 0) {
      out.add(
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >="
              + " 0 is recommended");
    }
    return out;
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.label(name, prefix);
  }
}
