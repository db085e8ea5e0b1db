package dev.muster.apiserver.registry;

import dev.muster.api.codec.Seconds;
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

  public static final DeleteOptions DEFAULT = new DeleteOptions(OptionalLong.empty(), "", "", "");

  public static final DeleteOptions BACKGROUND =
      new DeleteOptions(OptionalLong.empty(), "Background", "", "");
}
