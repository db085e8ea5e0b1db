package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Seconds;
import dev.muster.views.MetaV1.MutableDeleteOptions;
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
    MutableDeleteOptions out = MutableDeleteOptions.create();
    grace.ifPresent(out::gracePeriodSeconds);
    if (!uid.isEmpty()) {
      out.preconditions().ensure().uid(uid);
    }
    if (!resourceVersion.isEmpty()) {
      out.preconditions().ensure().resourceVersion(resourceVersion);
    }
    if (!propagation.isEmpty()) {
      out.propagationPolicy(propagation);
    }
    return out.tree();
  }

  public static final DeleteOptions DEFAULT = new DeleteOptions(OptionalLong.empty(), "", "", "");

  public static final DeleteOptions BACKGROUND =
      new DeleteOptions(OptionalLong.empty(), "Background", "", "");
}
