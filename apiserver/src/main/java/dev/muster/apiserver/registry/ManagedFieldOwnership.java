package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.scheme.Conversion;
import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Field ownership as {@code metadata.managedFields} tells it. */
public final class ManagedFieldOwnership implements FieldOwnership {
  private final ManagedFields manager;
  private final InstantSource clock;

  public ManagedFieldOwnership(ManagedFields manager, InstantSource clock) {
    this.manager = manager;
    this.clock = clock;
  }

  /** Fields are named in the version of the request. */
  @Override
  public void update(WriteRequest request, @Nullable ObjectNode live, ObjectNode object) {
    Kind asked = request.asked();
    Write write = new Write(request.manager(), request.subresource(), clock.instant());
    if (asked.conversion() == Conversion.SAME) {
      manager.update(asked, live, object, write);
      return;
    }
    ObjectNode served = served(asked, object);
    manager.update(asked, live == null ? null : served(asked, live), served, write);
    MutableObjectMeta.ofObject(object)
        .managedFields()
        .copy(MutableObjectMeta.ofObject(served).managedFields().node());
  }

  private static ObjectNode served(Kind asked, ObjectNode stored) {
    ObjectNode tree = asked.conversion().fromWritten(stored.deepCopy());
    return asked.putTypeMeta(tree);
  }
}
