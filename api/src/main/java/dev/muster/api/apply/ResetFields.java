package dev.muster.api.apply;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.muster.api.kinds.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a write cannot change because the kind's strategy puts it back: nobody comes to own it, or
 * anything below it, by such a write. By rule that is the status, and for the status subresource
 * the spec. The real server does not know it of the other subresources of pods.
 */
final class ResetFields {
  private static final FieldSet STATUS = these("status");
  private static final FieldSet SPEC = these("spec");
  private static final Map<String, FieldSet> DEVIATING = deviating();
  private static final Set<String> DEVIATING_KINDS =
      DEVIATING.keySet().stream().map(key -> key.split("[./]")[0]).collect(toUnmodifiableSet());

  private ResetFields() {}

  static FieldSet of(Kind kind, String subresource) {
    FieldSet own =
        DEVIATING_KINDS.contains(kind.plural())
            ? DEVIATING.get(kind.qualifiedPlural() + "/" + subresource)
            : null;
    if (own != null) {
      return own;
    }
    return switch (subresource) {
      case "status" -> SPEC;
      case "" -> kind.subresource("status").isPresent() ? STATUS : FieldSet.EMPTY;
      default -> FieldSet.EMPTY;
    };
  }

  private static Map<String, FieldSet> deviating() {
    Map<String, FieldSet> out = new HashMap<>();
    out.put("pods/status", these("spec", "metadata/deletionTimestamp", "metadata/ownerReferences"));
    out.put("namespaces/finalize", STATUS);
    out.put("deployments.apps/status", these("spec", "metadata/labels"));
    String requests = "certificatesigningrequests.certificates.k8s.io";
    out.put(requests + "/", these("spec", "status"));
    out.put(requests + "/status", these("spec", "status/conditions"));
    out.put(requests + "/approval", these("spec", "status/certificate"));
    for (String kind :
        List.of(
            "volumeattachments.storage.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "customresourcedefinitions.apiextensions.k8s.io")) {
      out.put(kind + "/status", these("metadata", "spec"));
    }
    return Map.copyOf(out);
  }

  private static FieldSet these(String... paths) {
    FieldSet all = FieldSet.EMPTY;
    for (String path : paths) {
      String[] names = path.split("/");
      FieldSet.Builder one = new FieldSet.Builder();
      PathElement[] below = new PathElement[names.length - 1];
      for (int i = 1; i < names.length; i++) {
        below[i - 1] = PathElement.declared(names[i]);
      }
      one.addPath(PathElement.declared(names[0]), below);
      all = all.union(one.build());
    }
    return all;
  }
}
