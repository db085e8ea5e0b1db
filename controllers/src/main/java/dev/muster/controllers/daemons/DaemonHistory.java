package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.revisions.RevisionData;
import dev.muster.controllers.revisions.RevisionHistory;
import dev.muster.controllers.templates.TemplateHash;
import dev.muster.model.field.At;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.AppsV1.MutableDaemonSet;
import dev.muster.views.CoreV1.MutablePod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The templates that a DaemonSet has had, as ControllerRevisions. */
final class DaemonHistory {
  /** The current revision, and those before it. */
  record History(ObjectNode current, List<ObjectNode> old) {
    String hash() {
      return Meta.labels(current).getOrDefault(DaemonView.HASH, "");
    }
  }

  private final ApiClient client;
  private final RevisionHistory revisions;

  DaemonHistory(ApiClient client, Informer revisions, Expectations expectations) {
    this.client = client;
    this.revisions =
        new RevisionHistory(client, ControlledResources.DAEMON_SETS, revisions, expectations);
  }

  /** Finds the current one, or makes it; it has the highest number. */
  History of(String key, DaemonView daemon, Collection<ObjectNode> pods) throws IOException {
    LabelSelector selector = LabelSelector.of(daemon.spec().selector().tree());
    ObjectNode data = RevisionData.of(daemon.object());
    List<ObjectNode> current = new ArrayList<>();
    List<ObjectNode> old = new ArrayList<>();
    for (ObjectNode one : revisions.all(daemon.object(), selector)) {
      (RevisionData.isIn(one, data) ? current : old).add(one);
    }
    long number = 1 + old.stream().mapToLong(RevisionHistory::number).max().orElse(0);
    if (current.isEmpty()) {
      return new History(create(key, daemon, data, number), old);
    }
    ObjectNode kept = current.getLast();
    removeDuplicates(kept, current, pods);
    if (RevisionHistory.number(kept) < number) {
      kept = revisions.renumber(key, kept, number);
    }
    return new History(kept, old);
  }

  private void removeDuplicates(
      ObjectNode kept, List<ObjectNode> current, Collection<ObjectNode> pods) throws IOException {
    if (current.size() == 1) {
      return;
    }
    String hash = Meta.labels(kept).getOrDefault(DaemonView.HASH, "");
    for (ObjectNode pod : pods) {
      if (!hash.equals(Meta.labels(pod).get(DaemonView.HASH))) {
        MutablePod patch = MutablePod.create();
        patch.metadata().replace().labels().map().put(DaemonView.HASH, hash);
        client.mergePatch(
            ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod)), patch.tree());
      }
    }
    for (ObjectNode one : current) {
      if (!Meta.name(one).equals(Meta.name(kept))) {
        revisions.delete(one);
      }
    }
  }

  private ObjectNode create(String key, DaemonView daemon, ObjectNode data, long number)
      throws IOException {
    ObjectNode owner = daemon.object();
    At collisions = DaemonSet.of(owner).status().collisionCount();
    String hash =
        TemplateHash.of(
            daemon.template(),
            collisions.present() ? OptionalInt.of((int) collisions.number()) : OptionalInt.empty());
    String name = Meta.name(owner) + "-" + hash;
    ObjectNode made =
        revisions.make(
            key, owner, data, number, name, new RevisionHistory.HashLabel(DaemonView.HASH, hash));
    if (!RevisionData.isIn(made, data)) {
      count(owner, collisions.number() + 1);
      throw new ApiProblem(
          409, "AlreadyExists", "another template has the hash of \"" + name + "\"");
    }
    return made;
  }

  /** Another template has the same hash: the next one is computed with one more collision. */
  private void count(ObjectNode owner, long collisions) throws IOException {
    MutableDaemonSet changed = MutableDaemonSet.of(owner.deepCopy());
    changed.status().ensure().collisionCount(collisions);
    client.replace(
        ControlledResources.DAEMON_SETS.path(Meta.namespace(owner), Meta.name(owner)) + "/status",
        changed.tree());
  }

  /** Old ones beyond the limit go, but for those that pods still have. */
  void cleanUp(DaemonView daemon, List<ObjectNode> old, Collection<ObjectNode> pods)
      throws IOException {
    int surplus = old.size() - (int) daemon.spec().revisionHistoryLimit().number();
    Set<String> alive =
        pods.stream()
            .map(pod -> Meta.labels(pod).getOrDefault(DaemonView.HASH, ""))
            .collect(Collectors.toSet());
    for (ObjectNode one : old) {
      String hash = Meta.labels(one).getOrDefault(DaemonView.HASH, "");
      if (surplus > 0 && !alive.contains(hash)) {
        revisions.delete(one);
        surplus--;
      }
    }
  }
}
