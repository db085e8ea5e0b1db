package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;

/** Policies that change what Jane writes in the namespace shop. */
final class BoundMutations {
  static final String CONFIG_MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: web, namespace: shop}
      data: {a: "1"}
      """;

  final MemoryCluster cluster;
  final List<String> counted = new ArrayList<>();
  private final ObjectWriter jane;

  /**
   * @param after plugins that come after the policies
   */
  BoundMutations(AdmissionPlugin... after) {
    this(new MemoryCluster(), after);
  }

  BoundMutations(MemoryCluster cluster, AdmissionPlugin... after) {
    this.cluster = cluster.with("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
    List<AdmissionPlugin> plugins = new ArrayList<>();
    plugins.add(
        new MutatingAdmissionPolicy(
            cluster,
            request -> Decision.NoOpinion.SILENT,
            Objects.KINDS,
            (policy, binding, error, seconds) -> counted.add(policy + " " + error),
            true));
    plugins.addAll(List.of(after));
    jane = new ObjectWriter(new AdmissionChain(plugins), User.of("jane", "crew"));
  }

  /** A bound policy on all that is written, with one mutation. */
  BoundMutations apply(String name, String expression, String more) {
    return mutation(name, "ApplyConfiguration", "applyConfiguration", expression, more);
  }

  BoundMutations patch(String name, String expression) {
    return mutation(name, "JSONPatch", "jsonPatch", expression, "reinvocationPolicy: Never");
  }

  private BoundMutations mutation(
      String name, String type, String field, String expression, String more) {
    ObjectNode policy =
        Objects.yaml(
            """
            apiVersion: admissionregistration.k8s.io/v1beta1
            kind: MutatingAdmissionPolicy
            metadata: {name: %s}
            spec:
              matchConstraints:
                resourceRules:
                - {apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"]}
              mutations: [{patchType: %s, %s: {expression: ""}}]
            """
                    .formatted(name, type, field)
                + more.indent(2));
    ((ObjectNode) policy.at("/spec/mutations/0/" + field)).put("expression", expression);
    cluster.with(policy);
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1beta1
        kind: MutatingAdmissionPolicyBinding
        metadata: {name: %s}
        spec: {policyName: %s}
        """
            .formatted(name, name));
    return this;
  }

  /** What becomes of the object. */
  ObjectNode written(String yaml) {
    return jane.create(Objects.yaml(yaml));
  }

  Status refusal(String yaml) {
    return catchThrowableOfType(ApiException.class, () -> jane.create(Objects.yaml(yaml))).status();
  }
}
