package dev.muster.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.identity.Provenance.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The identity part of a container's effective security context: each field from the container
 * where it says something, from the pod otherwise. Groups and their policy belong to the pod.
 *
 * @param supplementalGroups the pod's, {@code fsGroup} included
 */
public record EffectiveContext(
    @Nullable Id runAsUser,
    @Nullable Id runAsGroup,
    boolean runAsNonRoot,
    List<Id> supplementalGroups,
    GroupsPolicy policy) {

  public EffectiveContext {
    supplementalGroups = List.copyOf(supplementalGroups);
  }

  /**
   * What counts for a container of a pod.
   *
   * @param pod {@code spec.securityContext} of a pod, null or missing for none
   * @param container {@code securityContext} of one of its containers, null or missing for none
   */
  public static EffectiveContext of(@Nullable JsonNode pod, @Nullable JsonNode container)
      throws IdentityException {
    JsonNode outer = pod == null ? MissingNode.getInstance() : pod;
    JsonNode inner = container == null ? MissingNode.getInstance() : container;
    List<Id> groups = new ArrayList<>();
    Id fsGroup = id(outer, "fsGroup", Source.FS_GROUP, "pod's securityContext.fsGroup");
    if (fsGroup != null) {
      groups.add(fsGroup);
    }
    int index = 0;
    for (JsonNode each : outer.path("supplementalGroups")) {
      String field = "pod's securityContext.supplementalGroups[" + index++ + "]";
      groups.add(Id.given(number(each, field), Source.POD, field));
    }
    return new EffectiveContext(
        either(outer, inner, "runAsUser"),
        either(outer, inner, "runAsGroup"),
        (inner.hasNonNull("runAsNonRoot") ? inner : outer).path("runAsNonRoot").asBoolean(),
        groups,
        GroupsPolicy.of(outer.path("supplementalGroupsPolicy").asText("")));
  }

  /** What a runtime is to be asked, given the image's {@code config.User}. */
  public IdentityRequest request(String imageUser) {
    return new IdentityRequest(runAsUser, null, runAsGroup, supplementalGroups, policy, imageUser);
  }

  private static @Nullable Id either(JsonNode pod, JsonNode container, String field)
      throws IdentityException {
    Id own = id(container, field, Source.CONTAINER, "container's securityContext." + field);
    return own != null ? own : id(pod, field, Source.POD, "pod's securityContext." + field);
  }

  private static @Nullable Id id(JsonNode context, String field, Source source, String phrase)
      throws IdentityException {
    JsonNode value = context.path(field);
    return value.isMissingNode() || value.isNull()
        ? null
        : Id.given(number(value, phrase), source, phrase);
  }

  private static long number(JsonNode value, String phrase) throws IdentityException {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IdentityException(
          phrase + ": " + GoText.brief(value.asText()) + " is not a whole number");
    }
    return value.longValue();
  }
}
