package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.kinds.pods.volumes.UserFields;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.ForwardingStrategy;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind with a pod's spec in it, on a server whose features differ from the usual ones: fields of
 * features that are off are dropped unless the old object has them, and privileged containers may
 * be refused.
 */
public final class TraitedPodSpecs extends ForwardingStrategy {
  private final List<String> place;
  private final ApiFeatures features;

  public TraitedPodSpecs(Strategy kind, List<String> place, ApiFeatures features) {
    super(kind);
    this.place = place;
    this.features = features;
  }

  @Override
  public List<String> earlyWarnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> found = new ArrayList<>(super.earlyWarnings(object, old));
    if (!features.gates().enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY)) {
      PodSpec before = PodSpecs.specIfPresent(place, old);
      PodSecurity.warnOfDroppedPolicy(PodSpecs.spec(place, object), before, found);
    }
    if (!features.gates().enabled(Feature.ATOMIC_WRITE_VOLUME_USER_FIELDS)) {
      UserFields.warn(PodSpecs.spec(place, object), PodSpecs.specIfPresent(place, old), found);
    }
    return found;
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    drop(object, null);
    super.prepareForCreate(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    drop(object, old);
    super.prepareForUpdate(object, old);
  }

  private void drop(ObjectNode object, @Nullable ObjectNode old) {
    if (!features.gates().enabled(Feature.ATOMIC_WRITE_VOLUME_USER_FIELDS)) {
      UserFields.drop(PodSpecs.spec(place, object), PodSpecs.specIfPresent(place, old));
    }
    if (PodSpecs.spec(place, object).tree() instanceof ObjectNode tree
        && !features.gates().enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY)) {
      PodSpec before = PodSpecs.specIfPresent(place, old);
      if (features.gates().unknownFields().isEmpty()) {
        PodSecurity.dropSupplementalGroupsPolicy(MutablePodSpec.of(tree), before);
      } else if (before != null) {
        PodSecurity.keepSupplementalGroupsPolicy(MutablePodSpec.of(tree), before);
      }
    }
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, object, old);
    boolean uses =
        PodSpecs.spec(place, old).securityContext().supplementalGroupsPolicy().present()
            || features.gates().enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY);
    if (subresource.equals("status") && !uses) {
      dropUsers(object);
    }
  }

  static void dropUsers(ObjectNode object) {
    MutablePod.of(object)
        .status()
        .ifPresent(
            status -> MutableContainers.statuses(status).forEach(one -> one.user().remove()));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    super.validate(object, errors);
    privileged(object, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    super.validateUpdate(object, old, errors);
    privileged(object, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    super.validateSubresourceUpdate(subresource, object, old, errors);
    if (subresource.equals("ephemeralcontainers")) {
      privileged(object, errors);
    }
  }

  private void privileged(ObjectNode object, Errors errors) {
    if (!features.allowPrivileged()) {
      PodSecurity.forbidPrivileged(PodSpecs.spec(place, object), errors);
    }
  }
}
