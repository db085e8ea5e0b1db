package dev.muster.kinds.authorization;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.MutableField;

/** Access reviews of {@code v1beta1} call the user's groups {@code group}. */
public final class GroupsV1Beta1 implements Conversion {
  @Override
  public ObjectNode toStored(ObjectNode served) {
    return renamed(served, "group", "groups");
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    return renamed(stored, "groups", "group");
  }

  /** The renamed field keeps its place. */
  private static ObjectNode renamed(ObjectNode review, String from, String to) {
    MutableField of = MutableSubjectAccessReview.of(review).spec();
    if (!(of.node() instanceof ObjectNode spec) || !spec.has(from)) {
      return review;
    }
    ObjectNode renamed = spec.objectNode();
    for (var field : spec.properties()) {
      JsonNode value = field.getValue();
      renamed.set(field.getKey().equals(from) ? to : field.getKey(), value);
    }
    of.set(renamed);
    return review;
  }
}
