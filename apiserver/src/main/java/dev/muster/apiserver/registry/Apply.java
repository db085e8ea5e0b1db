package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_MADE;
import static dev.muster.apiserver.registry.WriteStage.PLACE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Server-side apply: what an applier wants, merged into whatever is stored. The merge has settled
 * who owns what.
 */
public record Apply(WriteRequest request, Replace.Change change) implements ObjectUpdate {
  static final List<WriteStage> STAGES = WriteStage.clientWrite(PLACE, OWNER_REFERENCES_MADE);

  @Override
  public List<WriteStage> stages() {
    return STAGES;
  }

  @Override
  public ObjectNode from(ObjectNode current) {
    return change.from(current);
  }

  /** Every kind is created by it, but no part of an object. */
  @Override
  public Create orCreate() {
    if (!request.subresource().isEmpty()) {
      throw ObjectUpdate.notFound(request);
    }
    return Create.insteadOf(request, change.from(null), Create.APPLIED);
  }
}
