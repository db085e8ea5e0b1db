package dev.muster.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.identity.Provenance.Source;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.SecurityContext;
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
    PodSecurityContext outer = PodSecurityContext.of(pod == null ? MissingNode.getInstance() : pod);
    SecurityContext inner =
        SecurityContext.of(container == null ? MissingNode.getInstance() : container);
    List<Id> groups = new ArrayList<>();
    Id fsGroup = id(outer.fsGroup(), Source.FS_GROUP, "pod's");
    if (fsGroup != null) {
      groups.add(fsGroup);
    }
    for (At each : outer.supplementalGroups().each()) {
      String phrase = phrase(each, "pod's");
      groups.add(Id.given(number(each.node(), phrase), Source.POD, phrase));
    }
    At runAsNonRoot = inner.runAsNonRoot().present() ? inner.runAsNonRoot() : outer.runAsNonRoot();
    return new EffectiveContext(
        either(outer.runAsUser(), inner.runAsUser()),
        either(outer.runAsGroup(), inner.runAsGroup()),
        runAsNonRoot.truth(),
        groups,
        GroupsPolicy.of(outer.supplementalGroupsPolicy().text()));
  }

  /** What a runtime is to be asked, given the image's {@code config.User}. */
  public IdentityRequest request(String imageUser) {
    return new IdentityRequest(runAsUser, null, runAsGroup, supplementalGroups, policy, imageUser);
  }

  private static @Nullable Id either(At pod, At container) throws IdentityException {
    Id own = id(container, Source.CONTAINER, "container's");
    return own != null ? own : id(pod, Source.POD, "pod's");
  }

  private static @Nullable Id id(At value, Source source, String whose) throws IdentityException {
    String phrase = phrase(value, whose);
    return value.absent() ? null : Id.given(number(value.node(), phrase), source, phrase);
  }

  private static String phrase(At value, String whose) {
    return whose + " securityContext." + value.path();
  }

  private static long number(JsonNode value, String phrase) throws IdentityException {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IdentityException(
          phrase + ": " + GoText.brief(value.asText()) + " is not a whole number");
    }
    return value.longValue();
  }
}
