package dev.muster.kinds.pods;

import dev.muster.model.scheme.StatusOnly;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;

/** What a write to a part of a pod leaves alone: the rest of the spec, the status, the labels. */
final class SubresourceScope {
  private SubresourceScope() {}

  /** Puts everything back but the metadata that is the server's own. */
  static void keepOld(MutablePod pod, MutablePod old) {
    StatusOnly.keepAllButStatus(pod.tree(), old.tree());
    StatusOnly.keepStatus(pod.tree(), old.tree());
    MutableObjectMeta metadata = pod.metadata().ensure();
    ObjectMeta before = old.metadata().ensure().reading();
    metadata.deletionTimestamp().copy(before.deletionTimestamp().node());
    metadata.generation().copy(before.generation().node());
    metadata.selfLink().copy(before.selfLink().node());
    metadata.labels().copy(before.labels().node());
    metadata.annotations().copy(before.annotations().node());
    metadata.finalizers().copy(before.finalizers().node());
    metadata.ownerReferences().copy(before.ownerReferences().at().node());
  }
}
