package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutablePersistentVolume;
import dev.muster.views.CoreV1.MutablePersistentVolumeStatus;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.PersistentVolumeStatus;
import dev.muster.views.TextField;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Writes into persistent volumes when they came into their phase. */
public final class VolumePhases implements Assignment {
  private final InstantSource clock;

  public VolumePhases(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    if (!request.kind().group().isEmpty() || !request.kind().kind().equals("PersistentVolume")) {
      return Hold.NOTHING;
    }
    MutablePersistentVolumeStatus status = MutablePersistentVolume.of(object).status().ensure();
    TextField time = status.lastPhaseTransitionTime();
    String now = Times.seconds(clock.instant());
    if (old == null) {
      time.set(now);
    } else if (request.subresource().equals("status")) {
      PersistentVolumeStatus before = PersistentVolume.of(old).status();
      JsonNode then = before.lastPhaseTransitionTime().node();
      boolean same = before.phase().node().equals(status.phase().node());
      if (!same && (time.absent() || time.node().equals(then))) {
        time.set(now);
      } else if (same && time.absent()) {
        time.copy(then);
      }
    }
    return Hold.NOTHING;
  }
}
