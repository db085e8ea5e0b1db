package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;

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
  static ObjectNode template(JsonNode revision) {
    ObjectNode template = revision.path("data").path("spec").path("template").deepCopy();
    template.remove("$patch");
    return template;
  }
}
