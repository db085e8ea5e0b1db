package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.writes.Objects;

/** Policies for tests: all that is not said is left to the pod. */
final class Policies {
  private Policies() {}

  static ObjectNode named(String name, String annotations, String spec) {
    ObjectNode policy =
        Objects.yaml(
            "{apiVersion: policy/v1beta1, kind: PodSecurityPolicy, metadata: {name: "
                + name
                + ", annotations: {"
                + annotations
                + "}}, spec: {"
                + spec
                + "}}");
    ObjectNode fields = (ObjectNode) policy.get("spec");
    for (String strategy : new String[] {"seLinux", "runAsUser", "supplementalGroups", "fsGroup"}) {
      if (fields.path(strategy).path("rule").asText().isEmpty()) {
        fields.putObject(strategy).put("rule", "RunAsAny");
      }
    }
    return policy;
  }

  static Policy of(String annotations, String spec) {
    return Policy.of(named("policy", annotations, spec));
  }
}
