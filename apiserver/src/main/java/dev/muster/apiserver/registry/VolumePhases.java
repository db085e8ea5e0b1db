package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Writes into persistent volumes when they came into their phase. */
public final class VolumePhases implements Assignment {
  private static final String TIME = "lastPhaseTransitionTime";

  private final InstantSource clock;

  public VolumePhases(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    if (!request.kind().group().isEmpty() || !request.kind().kind().equals("PersistentVolume")) {
      return Hold.NOTHING;
    }
    ObjectNode status = object.withObject("status");
    String now = Times.seconds(clock.instant());
    if (old == null) {
      status.put(TIME, now);
    } else if (request.subresource().equals("status")) {
      JsonNode before = old.path("status");
      boolean same = before.path("phase").equals(status.path("phase"));
      if (!same && (!status.has(TIME) || status.path(TIME).equals(before.path(TIME)))) {
        status.put(TIME, now);
      } else if (same && !status.has(TIME) && before.has(TIME)) {
        status.set(TIME, before.get(TIME));
      }
    }
    return Hold.NOTHING;
  }
}
