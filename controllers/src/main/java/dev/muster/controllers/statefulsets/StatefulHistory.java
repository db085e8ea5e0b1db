package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.revisions.RevisionData;
import dev.muster.controllers.templates.TemplateHash;
import dev.muster.model.selector.LabelSelector;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The templates that a StatefulSet has had, as ControllerRevisions. */
final class StatefulHistory {
  private static final ApiResource REVISIONS = ControlledResources.CONTROLLER_REVISIONS;
  private static final int LONGEST_PREFIX = 223;

  private final ApiClient client;
  private final Informer revisions;
  private final Adoption adoption;
  private final Expectations expectations;

  StatefulHistory(ApiClient client, Informer revisions, Expectations expectations) {
    this.client = client;
    this.revisions = revisions;
    this.adoption = new Adoption(client, ControlledResources.STATEFUL_SETS, revisions);
    this.expectations = expectations;
  }

  /** All of them, the newest last. */
  List<ObjectNode> all(ObjectNode set) throws IOException {
    LabelSelector selector = LabelSelector.of(set.path("spec").path("selector"));
    return adoption.claim(set, selector, one -> true).stream()
        .sorted(
            Comparator.<JsonNode, Long>comparing(one -> one.path("revision").asLong())
                .thenComparing(Meta.BY_AGE))
        .toList();
  }

  /** Finds the revision of the present template, numbers it anew, or makes it. */
  StatefulRevisions sync(String key, ObjectNode set, List<ObjectNode> all) throws IOException {
    ObjectNode data = RevisionData.of(set);
    long next = all.isEmpty() ? 1 : all.getLast().path("revision").asLong() + 1;
    int collisions = set.path("status").path("collisionCount").asInt();
    ObjectNode update = null;
    for (ObjectNode one : all) {
      update = one.path("data").equals(data) ? one : update;
    }
    if (update == null) {
      while (update == null) {
        ObjectNode made = make(key, set, data, next, collisions);
        if (made.path("data").equals(data)) {
          update = made;
        } else {
          collisions++;
        }
      }
    } else if (!update.equals(all.getLast()) && !all.getLast().path("data").equals(data)) {
      ObjectNode renumbered = update.deepCopy();
      renumbered.put("revision", next);
      update = client.replace(path(update), renumbered);
      expectations.written(key, revisions, update);
    }
    String name = set.path("status").path("currentRevision").asText();
    ObjectNode current =
        all.stream().filter(one -> Meta.name(one).equals(name)).findFirst().orElse(update);
    return new StatefulRevisions(current, update, collisions);
  }

  /** The one that was made, or the one that has its name. */
  private ObjectNode make(String key, ObjectNode set, ObjectNode data, long number, int collisions)
      throws IOException {
    String hash = TemplateHash.ofRevision(RevisionData.bytes(data), OptionalInt.of(collisions));
    String prefix = Meta.name(set);
    ObjectNode revision = JsonNodeFactory.instance.objectNode();
    revision.put("apiVersion", "apps/v1").put("kind", "ControllerRevision");
    ObjectNode metadata = revision.putObject("metadata");
    metadata.put(
        "name", prefix.substring(0, Math.min(LONGEST_PREFIX, prefix.length())) + "-" + hash);
    metadata.put("namespace", Meta.namespace(set));
    ObjectNode labels = metadata.putObject("labels");
    Meta.labels(set.path("spec").path("template")).forEach(labels::put);
    labels.put("controller.kubernetes.io/hash", hash);
    if (set.path("metadata").has("annotations")) {
      metadata.set("annotations", set.path("metadata").path("annotations").deepCopy());
    }
    metadata
        .putArray("ownerReferences")
        .add(ControllerOwners.reference(ControlledResources.STATEFUL_SETS, set));
    revision.set("data", data);
    revision.put("revision", number);
    try {
      ObjectNode made = client.create(REVISIONS.path(Meta.namespace(set)), revision);
      expectations.written(key, revisions, made);
      return made;
    } catch (ApiProblem e) {
      if (e.isConflict()) {
        return client.get(path(revision));
      }
      throw e;
    }
  }

  private static String path(JsonNode revision) {
    return REVISIONS.path(Meta.namespace(revision), Meta.name(revision));
  }

  /** Old ones beyond the limit go, but for those that are in use. */
  void cleanUp(
      ObjectNode set, List<ObjectNode> all, StatefulRevisions used, Collection<ObjectNode> pods)
      throws IOException {
    Set<String> alive = new HashSet<>(List.of(used.currentName(), used.updateName()));
    pods.forEach(pod -> alive.add(StatefulStatus.revision(pod)));
    List<ObjectNode> old = all.stream().filter(one -> !alive.contains(Meta.name(one))).toList();
    int limit = set.path("spec").path("revisionHistoryLimit").asInt();
    if (limit < 0) {
      return;
    }
    for (ObjectNode one : old.subList(0, Math.max(0, old.size() - limit))) {
      try {
        client.delete(path(one), JsonNodeFactory.instance.objectNode());
      } catch (ApiProblem e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
  }
}
