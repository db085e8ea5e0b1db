package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.GUARD;
import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_MADE;
import static dev.muster.apiserver.registry.WriteStage.PLACE;
import static dev.muster.apiserver.registry.WriteStage.SAME_UID;
import static dev.muster.apiserver.registry.WriteStage.SETTLE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A change that the server itself makes, as a binding does: it is not prepared and validated as a
 * client's is, and who asked for it has been through admission already.
 */
public record ServerMade(WriteRequest request, UnaryOperator<ObjectNode> change)
    implements ObjectUpdate {
  static final List<WriteStage> STAGES =
      List.of(SAME_UID, PLACE, OWNER_REFERENCES_MADE, SETTLE, GUARD);

  @Override
  public List<WriteStage> stages() {
    return STAGES;
  }

  @Override
  public ObjectNode from(ObjectNode current) {
    return change.apply(current);
  }
}
