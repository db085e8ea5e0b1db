package dev.muster.client.informers;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Told of every change in order, by one thread, after the informer knows it. Must not block for
 * long.
 */
public interface ObjectHandler {
  /** There is a new object. */
  void added(ObjectNode object);

  /** Also after a resync, when nothing may have changed: then the two have one version. */
  void updated(ObjectNode before, ObjectNode after);

  /**
   * An object is gone.
   *
   * @param last as it was seen last, which may be before its end if the watch was broken then
   */
  void deleted(ObjectNode last);
}
