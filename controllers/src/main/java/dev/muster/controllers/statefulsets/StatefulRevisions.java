package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.ControllerRevision;
import dev.muster.views.AppsV1.StatefulSet;

/**
 * The two templates of a StatefulSet: the one that its pods have, and the one that they get.
 *
 * @param collisions how many other templates had the same hash
 */
record StatefulRevisions(ObjectNode current, ObjectNode update, int collisions) {
  String currentName() {
    return Meta.name(current);
  }

  String updateName() {
    return Meta.name(update);
  }

  /** The template that a revision holds. */
  static ObjectNode template(ControllerRevision revision) {
    ObjectNode template = held(revision).deepCopy();
    template.remove("$patch");
    return template;
  }

  /** The template as it stands there: the data of a revision are those of a set. */
  static JsonNode held(ControllerRevision revision) {
    return StatefulSet.of(revision.data().node()).spec().template().tree();
  }
}
