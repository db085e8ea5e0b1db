package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import dev.muster.authz.User;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;

/** Policies with their bindings, and Jane, who writes pods in the namespace shop. */
final class BoundPolicies {
  static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: shop, labels: {app: shop}}
      spec: {containers: [{name: c, image: "nginx:1.27"}]}
      """;

  final MemoryCluster cluster =
      new MemoryCluster()
          .with("{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {env: prod}}}");
  final List<String> audit = new ArrayList<>();
  private final Authorizer authorizer =
      request ->
          request.name().equals("granted")
              ? new Decision.Allow(new Everything(), "granted")
              : Decision.NoOpinion.SILENT;
  final ObjectWriter jane =
      new ObjectWriter(
          new AdmissionChain(
              List.of(
                  new ValidatingAdmissionPolicy(
                      cluster,
                      authorizer,
                      Objects.KINDS,
                      (request, key, value) -> audit.add(key + "=" + value)))),
          User.of("jane", "crew"));

  private record Everything() implements Grant {
    @Override
    public String describe() {
      return "everything";
    }
  }

  /** A policy on pods, with more of its spec. */
  void policy(String name, String spec) {
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: %s}
        spec:
          matchConstraints:
            resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}
        """
                .formatted(name)
            + spec.indent(2));
  }

  void bind(String policy, String spec) {
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: %s-binding}
        spec:
          policyName: %s
        """
                .formatted(policy, policy)
            + spec.indent(2));
  }

  Status refusal() {
    return catchThrowableOfType(ApiException.class, () -> jane.create(Objects.yaml(POD))).status();
  }

  void isAdmitted() {
    assertThatCode(() -> jane.create(Objects.yaml(POD))).doesNotThrowAnyException();
  }
}
