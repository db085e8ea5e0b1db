package dev.muster.controllers.reconcile;

import java.util.List;
import java.util.function.Function;

/**
 * A controller that can be run.
 *
 * @param name in {@code --controllers}
 * @param olderNames that mean the same there
 * @param serviceAccount in kube-system, as which it works
 * @param source the component in its events
 * @param workers how many keys it works on at a time
 * @param make asks for its informers, adds its handlers to them, and returns before they start
 */
public record ControllerDescriptor(
    String name,
    List<String> olderNames,
    String serviceAccount,
    String source,
    int workers,
    Function<ControllerContext, Reconciler> make) {
  public ControllerDescriptor {
    olderNames = List.copyOf(olderNames);
  }

  /** Whether a word of {@code --controllers} means this one. */
  public boolean isCalled(String word) {
    return name.equals(word) || olderNames.contains(word);
  }
}
