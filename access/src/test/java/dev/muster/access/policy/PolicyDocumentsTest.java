package dev.muster.access.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.PolicyException;
import dev.muster.access.question.KnownResources;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyDocumentsTest {
  private static final KnownResources RESOURCES = KnownResources.builtIn();

  private static PolicyDocuments read(String yaml) {
    ObjectNode tree = (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
    return PolicyDocuments.read(List.of(new PolicyDocument("p.yaml", tree)), RESOURCES);
  }

  @Test
  void misspeltFieldsAreWarnedOf() {
    assertThat(
            read("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: a, namespace: shop}
                    rulez: []
                    rules:
                    - {apiGroups: [""], resorces: [pods], verbs: [get]}
                    """)
                .warnings())
        .containsExactlyInAnyOrder(
            "p.yaml: unknown field \"rulez\"; did you mean \"rules\"?",
            "p.yaml: unknown field \"rules[0].resorces\"; did you mean \"resources\"?");
  }

  @Test
  void wordsThatNothingAsksForAreWarnedOf() {
    assertThat(
            read("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata: {name: a}
                    rules:
                    - {apiGroups: [""], resources: [podz, pods/log, "*/scale"], verbs: [gett, use]}
                    - {apiGroups: [acme.io], resources: [flurbls], verbs: ["*"]}
                    - {nonResourceURLs: [/logs], verbs: [post, watch]}
                    """)
                .warnings())
        .containsExactly(
            "p.yaml: rules[0]: nothing in Kubernetes asks for verb \"gett\"; did you mean \"get\"?",
            "p.yaml: rules[0]: no resource \"podz\" in [\"\"]; did you mean \"pods\"?",
            "p.yaml: rules[2]: nothing in Kubernetes asks for verb \"watch\"; did you mean"
                + " \"patch\"?");
  }

  @Test
  void subjectsThatAreNobodyAreWarnedOf() {
    assertThat(
            read("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRoleBinding
                    metadata: {name: a}
                    subjects:
                    - {kind: Usr, name: jane}
                    - {kind: ServiceAccount, name: bot}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
                    """)
                .warnings())
        .containsExactly(
            "p.yaml: subjects[0]: kind \"Usr\" concerns nobody; did you mean \"User\"?",
            "p.yaml: subjects[1]: a ServiceAccount without a namespace concerns nobody here");
  }

  @Test
  void whatIsPassedOverAlthoughItWasMeantIsWarnedOf() {
    assertThat(read("apiVersion: rbac.authorization.k8s.io/v1\nkind: Rol\n").warnings())
        .containsExactly(
            "p.yaml: passed over: there is no kind \"Rol\" in rbac.authorization.k8s.io/v1; did you"
                + " mean \"Role\"?");
    assertThat(read("apiVersion: rbac.authorisation.k8s.io/v1\nkind: Role\n").warnings())
        .containsExactly(
            "p.yaml: passed over: a Role is of apiVersion rbac.authorization.k8s.io/v1, not"
                + " \"rbac.authorisation.k8s.io/v1\"");
    assertThat(read("apiVersion: v1\nkind: ConfigMap\n").warnings()).isEmpty();
  }

  @Test
  void aValueOfAWrongTypeIsAnErrorWithItsPlace() {
    assertThatThrownBy(
            () -> read("apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules: no\n"))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("p.yaml: ");
  }

  /** Otherwise one would learn to overlook the warnings. */
  @Test
  void kubernetesOwnPolicyIsNotSuspicious() {
    assertThat(
            DefaultPolicy.objects().stream()
                .flatMap(object -> SuspiciousRules.of(object, RESOURCES).stream()))
        .isEmpty();
  }
}
