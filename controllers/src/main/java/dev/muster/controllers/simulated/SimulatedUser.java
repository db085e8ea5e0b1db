package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.NonRoot;
import dev.muster.identity.ProcessIdentity;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableContainerUser;
import dev.muster.views.CoreV1.MutableLinuxContainerUser;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who a container's process would be. A simulated node sees no images: what depends on one is known
 * only if the pod's annotations describe it.
 */
sealed interface SimulatedUser {
  /**
   * The identity library says who it would be.
   *
   * @param user as {@code containerStatuses[].user} has it
   */
  record Predicted(ObjectNode user) implements SimulatedUser {}

  /** The image would decide, and nobody said what is in it. */
  record Unknown() implements SimulatedUser {}

  /** It would not be started. */
  record Refused(String why) implements SimulatedUser {}

  /** Who a container of a pod would be, its init containers included. */
  static SimulatedUser of(JsonNode pod, JsonNode container) {
    try {
      return resolve(Pod.of(pod), Container.of(container));
    } catch (IdentityException e) {
      return new Refused(String.valueOf(e.getMessage()));
    }
  }

  private static SimulatedUser resolve(Pod pod, Container container) throws IdentityException {
    PodSpec spec = pod.spec();
    if (spec.os().name().text().equals("windows")) {
      return new Unknown();
    }
    EffectiveContext context =
        EffectiveContext.of(spec.securityContext().tree(), container.securityContext().tree());
    boolean described =
        Stream.of(Simulation.IMAGE_USER, Simulation.IMAGE_PASSWD, Simulation.IMAGE_GROUP)
            .anyMatch(pod.metadata().annotations().node()::has);
    if (!described && context.runAsUser() == null) {
      return new Unknown();
    }
    String imageUser = Meta.annotation(pod.tree(), Simulation.IMAGE_USER);
    String name =
        "%s_%s(%s)"
            .formatted(
                pod.metadata().name().text(),
                pod.metadata().namespace().text(),
                pod.metadata().uid().text());
    Optional<String> refusal = NonRoot.refusal(context, imageUser, name, container.name().text());
    if (refusal.isPresent()) {
      return new Refused(refusal.get());
    }
    return described || isOfThePodAlone(context)
        ? new Predicted(
            json(ProcessIdentity.resolve(context.request(imageUser), accounts(pod))).tree())
        : new Unknown();
  }

  /** Whatever the image says of accounts makes no difference. */
  private static boolean isOfThePodAlone(EffectiveContext context) {
    return context.runAsUser() != null
        && context.runAsGroup() != null
        && context.policy() == GroupsPolicy.STRICT;
  }

  private static ImageAccounts accounts(Pod pod) {
    At annotations = pod.metadata().annotations();
    return ImageAccounts.of(
        annotations.get(Simulation.IMAGE_PASSWD).node().textValue(),
        annotations.get(Simulation.IMAGE_GROUP).node().textValue());
  }

  private static MutableContainerUser json(ProcessIdentity identity) {
    MutableContainerUser user = MutableContainerUser.create();
    MutableLinuxContainerUser linux = user.linux().replace();
    linux.uid(identity.uid().value()).gid(identity.gid().value());
    ArrayNode groups = linux.supplementalGroups().list();
    identity.groupIds().forEach(groups::add);
    return user;
  }
}
