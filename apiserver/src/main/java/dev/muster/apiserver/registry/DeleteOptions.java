package dev.muster.apiserver.registry;

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

  public static final DeleteOptions DEFAULT = new DeleteOptions(OptionalLong.empty(), "", "", "");

  public static final DeleteOptions BACKGROUND =
      new DeleteOptions(OptionalLong.empty(), "Background", "", "");
}
