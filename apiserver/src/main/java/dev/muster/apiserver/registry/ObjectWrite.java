package dev.muster.apiserver.registry;

import java.util.List;

/**
 * One write of an object: what it is made of, and the stages it goes through on its way to the
 * store.
 */
public sealed interface ObjectWrite permits Create, ObjectUpdate {
  WriteRequest request();

  /** In this order, each once for every try; what comes through all of them is committed. */
  List<WriteStage> stages();
}
