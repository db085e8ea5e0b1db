package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.kinds.pods.volumes.UserFields;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.ForwardingStrategy;
import dev.muster.model.scheme.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind with a pod's spec in it, on a server whose features differ from the usual ones: fields of
 * features that are off are dropped unless the old object has them, and privileged containers may
 * be refused.
 */
public final class TraitedPodSpecs extends ForwardingStrategy {
  static final List<String> STATUSES =
      List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");

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
      ObjectNode before = PodSpecs.struct(place, old);
      PodSecurity.warnOfDroppedPolicy(PodSpecs.at(place, object), before, found);
    }
    if (!features.gates().enabled(Feature.ATOMIC_WRITE_VOLUME_USER_FIELDS)) {
      UserFields.warn(PodSpecs.at(place, object), PodSpecs.struct(place, old), found);
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
      UserFields.drop(PodSpecs.at(place, object), PodSpecs.struct(place, old));
    }
    ObjectNode spec = PodSpecs.struct(place, object);
    if (spec != null && !features.gates().enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY)) {
      ObjectNode before = PodSpecs.struct(place, old);
      if (features.gates().unknownFields().isEmpty()) {
        PodSecurity.dropSupplementalGroupsPolicy(spec, before);
      } else if (before != null) {
        PodSecurity.keepSupplementalGroupsPolicy(spec, before);
      }
    }
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, object, old);
    boolean uses =
        PodSpecs.at(place, old).get("securityContext").has("supplementalGroupsPolicy")
            || features.gates().enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY);
    if (subresource.equals("status") && !uses) {
      for (String list : STATUSES) {
        Children.each(object.path("status"), list).forEach(status -> status.remove("user"));
      }
    }
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
      PodSecurity.forbidPrivileged(PodSpecs.at(place, object), errors);
    }
  }
}
