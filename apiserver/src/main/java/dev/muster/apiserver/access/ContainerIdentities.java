package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.authz.Attributes;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.Id;
import dev.muster.identity.IdentityException;
import dev.muster.views.AccessV1.ContainerIdentity;
import dev.muster.views.AccessV1.MutableContainerIdentity;
import dev.muster.views.AccessV1.MutableIdentityNumber;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.StructField;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which identity the processes of a pod get, as far as the pod says: an API server has no images,
 * and what they decide is not known to it.
 */
final class ContainerIdentities {
  private ContainerIdentities() {}

  /** An entry for each container; none if it is not about a pod. */
  static ArrayNode of(Attributes request, JsonNode object) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    if (!request.resource().equals("pods") || !request.apiGroup().isEmpty()) {
      return all;
    }
    Pod pod = Pod.of(object);
    JsonNode outer = pod.spec().securityContext().tree();
    pod.allContainers().forEach(container -> all.add(identity(outer, container).tree()));
    return all;
  }

  private static MutableContainerIdentity identity(JsonNode outer, ContainerSpec container) {
    MutableContainerIdentity row =
        MutableContainerIdentity.create().container(container.name()).image(container.image());
    try {
      add(EffectiveContext.of(outer, container.securityContext().tree()), row);
    } catch (IdentityException e) {
      row.refused(String.valueOf(e.getMessage()));
    }
    return row;
  }

  private static void add(EffectiveContext context, MutableContainerIdentity row) {
    Id user = context.runAsUser();
    if (context.runAsNonRoot() && user != null && user.value() == 0) {
      row.refused("container's runAsUser breaks non-root policy");
      return;
    }
    Id group = context.runAsGroup();
    List<String> unknown = new ArrayList<>();
    put(row.uid(), user, unknown);
    put(row.gid(), group, unknown);
    if (group == null || context.policy() != GroupsPolicy.STRICT) {
      unknown.add("groups");
    }
    row.groups().replace();
    if (group != null) {
      put(row.groups().add(), group);
    }
    context.supplementalGroups().forEach(each -> put(row.groups().add(), each));
    unknown.forEach(each -> row.unknown().list().add(each));
    row.supplementalGroupsPolicy(context.policy().toString());
  }

  private static void put(
      StructField<MutableIdentityNumber> number, @Nullable Id id, List<String> unknown) {
    if (id == null) {
      unknown.add(number.field());
    } else {
      put(number.ensure(), id);
    }
  }

  private static void put(MutableIdentityNumber number, Id id) {
    ArrayNode from = number.id(id.value()).from().list();
    id.from().forEach(place -> from.add(place.detail()));
  }

  /** A station for each container. */
  static List<Station> stations(ArrayNode identities) {
    List<Station> stations = new ArrayList<>();
    identities.forEach(identity -> stations.add(station(ContainerIdentity.of(identity))));
    return stations;
  }

  private static Station station(ContainerIdentity identity) {
    String name = identity.container().text();
    if (identity.refused().present()) {
      return station(name, Verdict.Refused, identity.refused().text());
    }
    if (identity.unknown().present()) {
      String unknown = String.join(", ", identity.unknown().texts());
      return station(name, Verdict.Unknown, "the image decides about " + unknown);
    }
    return station(
        name,
        Verdict.Allowed,
        "uid " + identity.uid().id().number() + ", gid " + identity.gid().id().number());
  }

  private static Station station(String name, Verdict verdict, String why) {
    return Station.of(Stage.Identity, name, verdict, why);
  }
}
