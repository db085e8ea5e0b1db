package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.revisions.RevisionData;
import dev.muster.controllers.revisions.RevisionHistory;
import dev.muster.controllers.templates.TemplateHash;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.AppsV1.StatefulSetStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The templates that a StatefulSet has had, as ControllerRevisions. */
final class StatefulHistory {
  private static final int LONGEST_PREFIX = 223;
  private static final String HASH = "controller.kubernetes.io/hash";

  private final RevisionHistory revisions;

  StatefulHistory(ApiClient client, Informer revisions, Expectations expectations) {
    this.revisions =
        new RevisionHistory(client, ControlledResources.STATEFUL_SETS, revisions, expectations);
  }

  /** All of them, the newest last. */
  List<ObjectNode> all(ObjectNode set) throws IOException {
    return revisions.all(set, LabelSelector.of(StatefulSet.of(set).spec().selector().tree()));
  }

  /** Finds the revision of the present template, numbers it anew, or makes it. */
  StatefulRevisions sync(String key, ObjectNode set, List<ObjectNode> all) throws IOException {
    ObjectNode data = RevisionData.of(set);
    long next = all.isEmpty() ? 1 : RevisionHistory.number(all.getLast()) + 1;
    StatefulSetStatus status = StatefulSet.of(set).status();
    int collisions = (int) status.collisionCount().number();
    ObjectNode update = null;
    for (ObjectNode one : all) {
      update = RevisionData.isIn(one, data) ? one : update;
    }
    if (update != null && RevisionData.isIn(all.getLast(), data)) {
      update = all.getLast();
    } else if (update != null) {
      update = revisions.renumber(key, update, next);
    } else if (!all.isEmpty() && RestoredTemplate.isPresent(all.getLast(), set)) {
      update = all.getLast();
    }
    while (update == null) {
      ObjectNode made = make(key, set, data, next, collisions);
      if (RevisionData.isIn(made, data)) {
        update = made;
      } else {
        collisions++;
      }
    }
    String name = status.currentRevision().text();
    ObjectNode current =
        all.stream().filter(one -> Meta.name(one).equals(name)).findFirst().orElse(update);
    return new StatefulRevisions(current, update, collisions);
  }

  /** The one that was made, or the one that has its name. */
  private ObjectNode make(String key, ObjectNode set, ObjectNode data, long number, int collisions)
      throws IOException {
    String hash = TemplateHash.ofRevision(RevisionData.bytes(data), OptionalInt.of(collisions));
    String prefix = Meta.name(set);
    String name = prefix.substring(0, Math.min(LONGEST_PREFIX, prefix.length())) + "-" + hash;
    return revisions.make(key, set, data, number, name, new RevisionHistory.HashLabel(HASH, hash));
  }

  /** Old ones beyond the limit go, but for those that are in use. */
  void cleanUp(
      ObjectNode set, List<ObjectNode> all, StatefulRevisions used, Collection<ObjectNode> pods)
      throws IOException {
    Set<String> alive = new HashSet<>(List.of(used.currentName(), used.updateName()));
    pods.forEach(pod -> alive.add(StatefulStatus.revision(pod)));
    List<ObjectNode> old = all.stream().filter(one -> !alive.contains(Meta.name(one))).toList();
    int limit = (int) StatefulSet.of(set).spec().revisionHistoryLimit().number();
    if (limit < 0) {
      return;
    }
    for (ObjectNode one : old.subList(0, Math.max(0, old.size() - limit))) {
      revisions.delete(one);
    }
  }
}
