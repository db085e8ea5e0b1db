package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_MADE;
import static dev.muster.apiserver.registry.WriteStage.PLACE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A change of an object by its scale. The object is written as a whole, its fields' owners are
 * settled by who changes it; admission is asked about the scale.
 */
public record ScaleUpdate(WriteRequest request, View view, UnaryOperator<ObjectNode> change)
    implements ObjectUpdate {
  static final List<WriteStage> STAGES = WriteStage.clientWrite(PLACE, OWNER_REFERENCES_MADE);

  /** The scale of an object. */
  public interface View {
    ObjectNode of(ObjectNode object);

    /** Writes what can be written of a scale into the object. */
    void into(ObjectNode scale, ObjectNode object);
  }

  @Override
  public List<WriteStage> stages() {
    return STAGES;
  }

  @Override
  public ObjectNode from(ObjectNode current) {
    return change.apply(current);
  }
}
