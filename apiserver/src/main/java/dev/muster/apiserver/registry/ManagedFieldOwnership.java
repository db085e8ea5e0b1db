package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.apply.FieldManager;
import dev.muster.api.apply.Write;
import dev.muster.api.kinds.Conversion;
import dev.muster.api.kinds.Kind;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Field ownership as {@code metadata.managedFields} tells it. */
public final class ManagedFieldOwnership implements FieldOwnership {
  private final FieldManager manager;
  private final InstantSource clock;

  public ManagedFieldOwnership(FieldManager manager, InstantSource clock) {
    this.manager = manager;
    this.clock = clock;
  }

  @Override
  public void update(WriteRequest request, @Nullable ObjectNode live, ObjectNode object) {
    // fields are named in the version of the request, as far as that version has the same ones
    Kind kind = request.asked().conversion() == Conversion.SAME ? request.asked() : request.kind();
    manager.update(
        kind, live, object, new Write(request.manager(), request.subresource(), clock.instant()));
  }
}
