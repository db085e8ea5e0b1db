package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;

/** A write of an object that is there, or is expected to be. */
public sealed interface ObjectUpdate extends ObjectWrite
    permits Replace, Patch, Apply, ScaleUpdate, ServerMade {

  /**
   * The new object, made from the current one. Both trees are used up. The result holds the
   * resourceVersion that it insists on, or none.
   */
  ObjectNode from(ObjectNode current);

  /**
   * Whether the result carries the version of the object that it was made from, and so is made
   * again from a newer one. What insists on a version by itself is not.
   */
  default boolean madeOfCurrent() {
    return true;
  }

  /**
   * What is to be created if there is no such object.
   *
   * @throws dev.muster.model.status.ApiException with a 404 if nothing is
   */
  default Create orCreate() {
    throw notFound(request());
  }

  static RuntimeException notFound(WriteRequest request) {
    Kind kind = request.kind();
    return Status.notFound(kind.group(), kind.plural(), request.name()).exception();
  }
}
