package dev.muster.kinds;

import dev.muster.kinds.features.ApiFeatures;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The kinds of Kubernetes, with every group's rules. */
public final class KubernetesKinds {
  private KubernetesKinds() {}

  /** With what is served unless asked otherwise. */
  public static Kinds kinds() {
    return kinds(ApiFeatures.defaults());
  }

  /** On a server with these features. */
  public static Kinds kinds(ApiFeatures features) {
    Schema schema = Schema.kubernetesWithout(features.gates().unknownFields());
    List<Kind> usual = KindTable.kinds(schema, features);
    List<Kind> known = new ArrayList<>(usual);
    known.addAll(KindTable.optionalKinds(schema));
    Set<String> versions = new HashSet<>();
    usual.forEach(kind -> versions.add(kind.apiVersion()));
    return new Kinds(known, kind -> versions.contains(kind.apiVersion()));
  }
}
