package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.revisions.RevisionData;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.views.AppsV1.ControllerRevision;
import dev.muster.views.AppsV1.MutableStatefulSet;
import java.util.Arrays;

/** The template of a revision, put back into its StatefulSet. */
final class RestoredTemplate {
  private RestoredTemplate() {}

  /**
   * Whether a revision stands for the present template though it is written otherwise, as other
   * versions did: put into the set, with defaults, it is what the set has.
   */
  static boolean isPresent(ObjectNode revision, ObjectNode set) {
    if (!StatefulRevisions.held(ControllerRevision.of(revision)).isObject()) {
      return false;
    }
    Kind kind = KubernetesKinds.kinds().byKind("apps/v1", "StatefulSet").orElseThrow();
    MutableStatefulSet restored = MutableStatefulSet.of(set.deepCopy());
    restored
        .spec()
        .ensure()
        .template()
        .set(StatefulRevisions.template(ControllerRevision.of(revision)));
    try {
      ObjectNode decoded = Decoder.decode(kind.type(), restored.tree()).object();
      kind.strategy().applyDefaults(decoded);
      return Arrays.equals(
          RevisionData.bytes(RevisionData.of(decoded)), RevisionData.bytes(RevisionData.of(set)));
    } catch (DecodeException e) {
      return false; // nobody could have stored it in a set
    }
  }
}
