package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.NonRoot;
import dev.muster.identity.ProcessIdentity;
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
      return resolve(pod, container);
    } catch (IdentityException e) {
      return new Refused(String.valueOf(e.getMessage()));
    }
  }

  private static SimulatedUser resolve(JsonNode pod, JsonNode container) throws IdentityException {
    JsonNode spec = pod.path("spec");
    if (spec.path("os").path("name").asText().equals("windows")) {
      return new Unknown();
    }
    EffectiveContext context =
        EffectiveContext.of(spec.get("securityContext"), container.get("securityContext"));
    boolean described =
        Stream.of(Simulation.IMAGE_USER, Simulation.IMAGE_PASSWD, Simulation.IMAGE_GROUP)
            .anyMatch(pod.path("metadata").path("annotations")::has);
    if (!described && context.runAsUser() == null) {
      return new Unknown();
    }
    String imageUser = Meta.annotation(pod, Simulation.IMAGE_USER);
    String name = "%s_%s(%s)".formatted(Meta.name(pod), Meta.namespace(pod), Meta.uid(pod));
    Optional<String> refusal =
        NonRoot.refusal(context, imageUser, name, container.path("name").asText());
    if (refusal.isPresent()) {
      return new Refused(refusal.get());
    }
    return described || isOfThePodAlone(context)
        ? new Predicted(json(ProcessIdentity.resolve(context.request(imageUser), accounts(pod))))
        : new Unknown();
  }

  /** Whatever the image says of accounts makes no difference. */
  private static boolean isOfThePodAlone(EffectiveContext context) {
    return context.runAsUser() != null
        && context.runAsGroup() != null
        && context.policy() == GroupsPolicy.STRICT;
  }

  private static ImageAccounts accounts(JsonNode pod) {
    JsonNode annotations = pod.path("metadata").path("annotations");
    return ImageAccounts.of(
        annotations.path(Simulation.IMAGE_PASSWD).textValue(),
        annotations.path(Simulation.IMAGE_GROUP).textValue());
  }

  private static ObjectNode json(ProcessIdentity identity) {
    ObjectNode user = JsonNodeFactory.instance.objectNode();
    ObjectNode linux = user.putObject("linux");
    linux.put("uid", identity.uid().value()).put("gid", identity.gid().value());
    ArrayNode groups = linux.putArray("supplementalGroups");
    identity.groupIds().forEach(groups::add);
    return user;
  }
}
