package dev.muster.controllers.reconcile;

import java.io.IOException;

/**
 * Brings the cluster nearer to what one object asks for. Called whenever something about it has
 * changed, and it must be right whatever happened before, a crash between two writes included.
 */
@FunctionalInterface
public interface Reconciler {
  /**
   * @param key {@code namespace/name}
   * @return when to look again if nothing changes
   * @throws IOException to be tried again soon
   */
  Requeue reconcile(String key) throws IOException;
}
