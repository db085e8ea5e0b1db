package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.ControllerRevision;

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
    ObjectNode template = revision.data().get("spec").get("template").node().deepCopy();
    template.remove("$patch");
    return template;
  }
}
