package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.authz.Attributes;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.Id;
import dev.muster.identity.IdentityException;
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
    JsonNode spec = object.path("spec");
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      for (JsonNode container : spec.path(list)) {
        all.add(identity(spec, container));
      }
    }
    return all;
  }

  private static ObjectNode identity(JsonNode spec, JsonNode container) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("container", container.path("name").asText());
    row.put("image", container.path("image").asText());
    try {
      add(EffectiveContext.of(spec.get("securityContext"), container.get("securityContext")), row);
    } catch (IdentityException e) {
      row.put("refused", String.valueOf(e.getMessage()));
    }
    return row;
  }

  private static void add(EffectiveContext context, ObjectNode row) {
    Id user = context.runAsUser();
    if (context.runAsNonRoot() && user != null && user.value() == 0) {
      row.put("refused", "container's runAsUser breaks non-root policy");
      return;
    }
    Id group = context.runAsGroup();
    List<String> unknown = new ArrayList<>();
    put("uid", user, row, unknown);
    put("gid", group, row, unknown);
    if (group == null || context.policy() != GroupsPolicy.STRICT) {
      unknown.add("groups");
    }
    ArrayNode groups = row.putArray("groups");
    if (group != null) {
      groups.add(tree(group));
    }
    context.supplementalGroups().forEach(each -> groups.add(tree(each)));
    if (!unknown.isEmpty()) {
      unknown.forEach(row.putArray("unknown")::add);
    }
    row.put("supplementalGroupsPolicy", context.policy().toString());
  }

  private static void put(String name, @Nullable Id id, ObjectNode row, List<String> unknown) {
    if (id == null) {
      unknown.add(name);
    } else {
      row.set(name, tree(id));
    }
  }

  private static ObjectNode tree(Id id) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("id", id.value());
    ArrayNode from = tree.putArray("from");
    id.from().forEach(place -> from.add(place.detail()));
    return tree;
  }

  /** A station for each container. */
  static List<Station> stations(ArrayNode identities) {
    List<Station> stations = new ArrayList<>();
    identities.forEach(identity -> stations.add(station(identity)));
    return stations;
  }

  private static Station station(JsonNode identity) {
    String name = identity.path("container").asText();
    if (identity.has("refused")) {
      return station(name, Verdict.Refused, identity.path("refused").asText());
    }
    if (identity.has("unknown")) {
      List<String> unknown = new ArrayList<>();
      identity.path("unknown").forEach(each -> unknown.add(each.asText()));
      return station(
          name, Verdict.Unknown, "the image decides about " + String.join(", ", unknown));
    }
    return station(
        name,
        Verdict.Allowed,
        "uid " + identity.at("/uid/id").asText() + ", gid " + identity.at("/gid/id").asText());
  }

  private static Station station(String name, Verdict verdict, String why) {
    return new Station(Stage.Identity, name, verdict, why, false, List.of());
  }
}
