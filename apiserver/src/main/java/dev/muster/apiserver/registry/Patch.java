package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.OWNERSHIP;
import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_MADE;
import static dev.muster.apiserver.registry.WriteStage.PLACE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.UnaryOperator;

/** A change of whatever is stored at the moment; of nothing else. */
public record Patch(WriteRequest request, UnaryOperator<ObjectNode> change)
    implements ObjectUpdate {
  static final List<WriteStage> STAGES =
      WriteStage.clientWrite(PLACE, OWNER_REFERENCES_MADE, OWNERSHIP);

  @Override
  public List<WriteStage> stages() {
    return STAGES;
  }

  @Override
  public ObjectNode from(ObjectNode current) {
    return change.apply(current);
  }
}
