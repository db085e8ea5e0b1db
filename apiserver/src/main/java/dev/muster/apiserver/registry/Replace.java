package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.OWNERSHIP;
import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_SENT;
import static dev.muster.apiserver.registry.WriteStage.PLACE;
import static dev.muster.apiserver.registry.WriteStage.SAME_UID;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A whole object in place of the stored one, as by PUT. */
public record Replace(WriteRequest request, Change change) implements ObjectUpdate {
  static final List<WriteStage> STAGES =
      WriteStage.clientWrite(SAME_UID, PLACE, OWNER_REFERENCES_SENT, OWNERSHIP);

  /** Where a new object comes from. */
  @FunctionalInterface
  public interface Change {
    /** As {@link ObjectUpdate#from}, with null for an object that is not there. */
    ObjectNode from(@Nullable ObjectNode current);
  }

  @Override
  public List<WriteStage> stages() {
    return STAGES;
  }

  @Override
  public ObjectNode from(ObjectNode current) {
    return change.from(current);
  }

  @Override
  public boolean madeOfCurrent() {
    return false;
  }

  /** Some kinds are created by it. */
  @Override
  public Create orCreate() {
    if (!request.kind().strategy().createsOnUpdate()) {
      throw ObjectUpdate.notFound(request);
    }
    return Create.insteadOf(request, change.from(null), Create.STAGES);
  }
}
