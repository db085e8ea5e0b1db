package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Seconds;
import java.util.OptionalLong;

/**
 * How to delete.
 *
 * @param propagation Foreground, Background, Orphan, or empty for the kind's own way
 * @param uid a precondition, empty for none
 * @param resourceVersion a precondition, empty for none
 */
public record DeleteOptions(
    OptionalLong grace, String propagation, String uid, String resourceVersion) {

  public DeleteOptions {
    grace = grace.isPresent() ? OptionalLong.of(Seconds.bounded(grace.getAsLong())) : grace;
  }

  /** The fields of a DeleteOptions that say the same. */
  public ObjectNode tree() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    grace.ifPresent(seconds -> out.put("gracePeriodSeconds", seconds));
    if (!uid.isEmpty()) {
      out.withObjectProperty("preconditions").put("uid", uid);
    }
    if (!resourceVersion.isEmpty()) {
      out.withObjectProperty("preconditions").put("resourceVersion", resourceVersion);
    }
    if (!propagation.isEmpty()) {
      out.put("propagationPolicy", propagation);
    }
    return out;
  }

  public static final DeleteOptions DEFAULT = new DeleteOptions(OptionalLong.empty(), "", "", "");

  public static final DeleteOptions BACKGROUND =
      new DeleteOptions(OptionalLong.empty(), "Background", "", "");
}
