package dev.muster.apiserver.registry;

import static dev.muster.apiserver.registry.WriteStage.IDENTITY;
import static dev.muster.apiserver.registry.WriteStage.OWNERSHIP;
import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_MADE;
import static dev.muster.apiserver.registry.WriteStage.OWNER_REFERENCES_SENT;
import static dev.muster.apiserver.registry.WriteStage.PLACE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.List;

/** A new object, whichever verb it comes by. */
public final class Create implements ObjectWrite {
  static final List<WriteStage> STAGES =
      WriteStage.clientWrite(PLACE, OWNER_REFERENCES_SENT, IDENTITY, OWNERSHIP);

  /** An applied object comes with its owners. */
  static final List<WriteStage> APPLIED =
      WriteStage.clientWrite(PLACE, OWNER_REFERENCES_MADE, IDENTITY);

  private final WriteRequest request;
  private final ObjectNode object;
  private final List<WriteStage> stages;

  private Create(WriteRequest request, ObjectNode object, List<WriteStage> stages) {
    this.request = request;
    this.object = object;
    this.stages = stages;
  }

  /**
   * By POST.
   *
   * @param object decoded and defaulted; the tree is used up
   */
  public Create(WriteRequest request, ObjectNode object) {
    this(request, object, STAGES);
  }

  /** By an update of an object that is not there: it cannot insist on one that was. */
  static Create insteadOf(WriteRequest request, ObjectNode object, List<WriteStage> stages) {
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(object);
    ObjectPlacement.in(request.namespace(), metadata);
    String uid = metadata.uid().text();
    if (!uid.isEmpty()) {
      Kind kind = request.kind();
      throw Status.conflict(
              kind.group(),
              kind.plural(),
              request.name(),
              "uid mismatch: the provided object specified uid "
                  + uid
                  + ", and no existing object was found")
          .exception();
    }
    metadata.resourceVersion().remove();
    return new Create(request, object, stages);
  }

  /** The same once more, for when this one's tree is used up. */
  Create copy() {
    return new Create(request, object.deepCopy(), stages);
  }

  @Override
  public WriteRequest request() {
    return request;
  }

  ObjectNode object() {
    return object;
  }

  @Override
  public List<WriteStage> stages() {
    return stages;
  }
}
