package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.ADMIT;
import static dev.muster.apiserver.registry.WriteStage.ASSIGN;
import static dev.muster.apiserver.registry.WriteStage.GUARD;
import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_MADE;
import static dev.muster.apiserver.registry.WriteStage.PLACE;
import static dev.muster.apiserver.registry.WriteStage.PREPARE;
import static dev.muster.apiserver.registry.WriteStage.SETTLE;
import static dev.muster.apiserver.registry.WriteStage.VALIDATE;
import static dev.muster.apiserver.registry.WriteStage.VALIDATE_ADMISSION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A change of an object by its scale. The object is written as a whole, its fields' owners are
 * settled by who changes it; admission is asked about the scale.
 */
public record ScaleUpdate(WriteRequest request, View view, UnaryOperator<ObjectNode> change)
    implements ObjectUpdate {
  static final List<WriteStage> STAGES =
      List.of(
          PLACE,
          OWNER_REFERENCES_MADE,
          SETTLE,
          ADMIT,
          GUARD,
          PREPARE,
          ASSIGN,
          VALIDATE,
          VALIDATE_ADMISSION);

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
