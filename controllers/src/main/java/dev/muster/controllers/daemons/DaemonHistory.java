package dev.muster.controllers.daemons;

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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The templates that a DaemonSet has had, as ControllerRevisions. */
final class DaemonHistory {
  private static final ApiResource REVISIONS = ControlledResources.CONTROLLER_REVISIONS;
  private static final Comparator<JsonNode> BY_REVISION =
      Comparator.comparing(one -> one.path("revision").asLong());

  /** The current revision, and those before it. */
  record History(ObjectNode current, List<ObjectNode> old) {
    String hash() {
      return Meta.labels(current).getOrDefault(DaemonView.HASH, "");
    }
  }

  private final ApiClient client;
  private final Informer revisions;
  private final Adoption adoption;
  private final Expectations expectations;

  DaemonHistory(ApiClient client, Informer revisions, Expectations expectations) {
    this.client = client;
    this.revisions = revisions;
    this.adoption = new Adoption(client, ControlledResources.DAEMON_SETS, revisions);
    this.expectations = expectations;
  }

  /** Finds the current one, or makes it; it has the highest number. */
  History of(String key, DaemonView daemon, Collection<ObjectNode> pods) throws IOException {
    LabelSelector selector = LabelSelector.of(daemon.spec().path("selector"));
    ObjectNode data = RevisionData.of(daemon.object());
    List<ObjectNode> current = new ArrayList<>();
    List<ObjectNode> old = new ArrayList<>();
    for (ObjectNode one : adoption.claim(daemon.object(), selector, any -> true)) {
      (one.path("data").equals(data) ? current : old).add(one);
    }
    long number = 1 + old.stream().mapToLong(o -> o.path("revision").asLong()).max().orElse(0);
    if (current.isEmpty()) {
      return new History(create(key, daemon, data, number), old);
    }
    current.sort(BY_REVISION);
    ObjectNode kept = current.getLast();
    removeDuplicates(kept, current, pods);
    if (kept.path("revision").asLong() < number) {
      ObjectNode renumbered = kept.deepCopy();
      renumbered.put("revision", number);
      kept = client.replace(path(kept), renumbered);
      expectations.written(key, revisions, kept);
    }
    return new History(kept, old);
  }

  private static String path(JsonNode revision) {
    return REVISIONS.path(Meta.namespace(revision), Meta.name(revision));
  }

  private void removeDuplicates(
      ObjectNode kept, List<ObjectNode> current, Collection<ObjectNode> pods) throws IOException {
    if (current.size() == 1) {
      return;
    }
    String hash = Meta.labels(kept).getOrDefault(DaemonView.HASH, "");
    for (ObjectNode pod : pods) {
      if (!hash.equals(Meta.labels(pod).get(DaemonView.HASH))) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("labels").put(DaemonView.HASH, hash);
        client.mergePatch(
            ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod)), patch);
      }
    }
    for (ObjectNode one : current) {
      if (!Meta.name(one).equals(Meta.name(kept))) {
        delete(one);
      }
    }
  }

  private ObjectNode create(String key, DaemonView daemon, ObjectNode data, long number)
      throws IOException {
    ObjectNode owner = daemon.object();
    String hash = TemplateHash.of(daemon.template(), collisions(owner));
    ObjectNode revision = JsonNodeFactory.instance.objectNode();
    revision.put("apiVersion", "apps/v1").put("kind", "ControllerRevision");
    ObjectNode metadata = revision.putObject("metadata");
    metadata.put("name", Meta.name(owner) + "-" + hash).put("namespace", Meta.namespace(owner));
    ObjectNode labels = metadata.putObject("labels");
    Meta.labels(daemon.template()).forEach(labels::put);
    labels.put(DaemonView.HASH, hash);
    if (owner.path("metadata").has("annotations")) {
      metadata.set("annotations", owner.path("metadata").path("annotations").deepCopy());
    }
    metadata
        .putArray("ownerReferences")
        .add(ControllerOwners.reference(ControlledResources.DAEMON_SETS, owner));
    revision.set("data", data);
    revision.put("revision", number);
    try {
      ObjectNode made = client.create(REVISIONS.path(Meta.namespace(owner)), revision);
      expectations.written(key, revisions, made);
      return made;
    } catch (ApiProblem e) {
      if (!e.isConflict()) {
        throw e;
      }
      ObjectNode present = client.get(path(revision));
      if (present.path("data").equals(data)) {
        return present;
      }
      count(owner);
      throw e;
    }
  }

  private static OptionalInt collisions(JsonNode owner) {
    JsonNode count = owner.path("status").path("collisionCount");
    return count.isNumber() ? OptionalInt.of(count.asInt()) : OptionalInt.empty();
  }

  /** Another template has the same hash: the next one is computed with one more collision. */
  private void count(ObjectNode owner) throws IOException {
    ObjectNode changed = owner.deepCopy();
    int before = owner.path("status").path("collisionCount").asInt();
    changed.withObject("/status").put("collisionCount", before + 1);
    client.replace(
        ControlledResources.DAEMON_SETS.path(Meta.namespace(owner), Meta.name(owner)) + "/status",
        changed);
  }

  /** Old ones beyond the limit go, but for those that pods still have. */
  void cleanUp(DaemonView daemon, List<ObjectNode> old, Collection<ObjectNode> pods)
      throws IOException {
    int surplus = old.size() - daemon.spec().path("revisionHistoryLimit").asInt();
    Set<String> alive =
        pods.stream()
            .map(pod -> Meta.labels(pod).getOrDefault(DaemonView.HASH, ""))
            .collect(Collectors.toSet());
    for (ObjectNode one : old.stream().sorted(BY_REVISION).toList()) {
      String hash = Meta.labels(one).getOrDefault(DaemonView.HASH, "");
      if (surplus > 0 && !alive.contains(hash)) {
        delete(one);
        surplus--;
      }
    }
  }

  private void delete(ObjectNode revision) throws IOException {
    try {
      client.delete(path(revision), JsonNodeFactory.instance.objectNode());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }
}
