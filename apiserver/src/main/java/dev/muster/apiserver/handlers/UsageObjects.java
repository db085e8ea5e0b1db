package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.resourcemetrics.UsageRate;
import dev.muster.base.go.GoDuration;
import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetricsV1beta1.MutableNodeMetrics;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What objects of {@code metrics.k8s.io} have in common. */
final class UsageObjects {
  private UsageObjects() {}

  /** The beginning of one, about an object whose name and labels it bears. */
  static MutableNodeMetrics of(Kind kind, JsonNode about, UsageRate rate, InstantSource clock) {
    MutableNodeMetrics object = MutableNodeMetrics.create();
    kind.putTypeMeta(object.tree());
    MutableObjectMeta metadata = object.metadata().replace();
    ObjectMeta from = ObjectMeta.ofObject(about);
    metadata.name().set(from.name().node());
    if (kind.namespaced()) {
      metadata.namespace().set(from.namespace().node());
    }
    metadata.creationTimestamp(seconds(clock.instant()));
    if (from.labels().present()) {
      metadata.labels().set(from.labels().node());
    }
    object.timestamp(seconds(rate.at()));
    object.window(GoDuration.text(rate.window()));
    return object;
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static StoredObject stored(Kind kind, MutableNodeMetrics object) {
    return WriteOutcome.unwritten(kind, object.tree(), false).object();
  }
}
