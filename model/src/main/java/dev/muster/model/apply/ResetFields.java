package dev.muster.model.apply;

import dev.muster.model.scheme.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a write cannot change because the kind's strategy puts it back: nobody comes to own it, or
 * anything below it, by such a write. By rule that is the status, and for the status subresource
 * the spec. The real server does not know it of the other subresources of pods.
 */
final class ResetFields {
  private static final FieldSet STATUS = these("status");
  private static final FieldSet SPEC = these("spec");

  /** By kind and subresource. */
  private static final Map<String, Map<String, FieldSet>> DEVIATING = deviating();

  private ResetFields() {}

  static FieldSet of(Kind kind, String subresource) {
    FieldSet own = DEVIATING.getOrDefault(kind.qualifiedPlural(), Map.of()).get(subresource);
    if (own != null) {
      return own;
    }
    return switch (subresource) {
      case "status" -> SPEC;
      case "" -> kind.subresource("status").isPresent() ? STATUS : FieldSet.EMPTY;
      default -> FieldSet.EMPTY;
    };
  }

  private static Map<String, Map<String, FieldSet>> deviating() {
    Map<String, Map<String, FieldSet>> out = new HashMap<>();
    out.put(
        "pods",
        Map.of("status", these("spec", "metadata/deletionTimestamp", "metadata/ownerReferences")));
    out.put("namespaces", Map.of("finalize", STATUS));
    out.put("deployments.apps", Map.of("status", these("spec", "metadata/labels")));
    out.put(
        "certificatesigningrequests.certificates.k8s.io",
        Map.of(
            "", these("spec", "status"),
            "status", these("spec", "status/conditions"),
            "approval", these("spec", "status/certificate")));
    for (String kind :
        List.of(
            "volumeattachments.storage.k8s.io",
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "resourceclaims.resource.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "customresourcedefinitions.apiextensions.k8s.io")) {
      out.put(kind, Map.of("status", these("metadata", "spec")));
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
